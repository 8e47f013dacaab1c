//! Published numbers of solutions and orbits for N = 1 … 27, and of symmetric ones beyond. Where they come from: who
//! counted Q(N) and F(N), and whether nqdb has counted them itself. docs/known.md has the table with its references.

use super::d4::{Subgroup, Symmetry};
use super::numbers::BoardSize;
use super::properties::Properties;
use serde::Serialize;
use std::fmt;

/// The published counts of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownCounts {
    /// Q(N), the number of solutions: OEIS A000170.
    pub solutions: u64,
    /// Solutions fixed by the half turn: OEIS A032522.
    pub half_turn: u64,
    /// Solutions fixed by the quarter turns: OEIS A033148.
    pub quarter_turn: u64,
}

impl KnownCounts {
    /// F(N), the number of orbits: OEIS A002562.
    ///
    /// By Burnside's lemma, since no reflection fixes a solution for N > 1,
    /// F = (Q + half-turn + 2 · quarter-turn) / 8.
    pub fn orbits(&self) -> u64 {
        // N = 1: every symmetry fixes the only solution.
        if self.solutions == 1 {
            return 1;
        }
        (self.solutions + self.half_turn + 2 * self.quarter_turn) / 8
    }

    /// Pairs of orbit size and number of orbits, largest size first; sizes that do not occur are left out.
    pub fn orbits_by_size(&self) -> Vec<(usize, u64)> {
        if self.solutions == 1 {
            return vec![(1, 1)];
        }
        let two = self.quarter_turn / 2;
        let four = (self.half_turn - self.quarter_turn) / 4;
        let sizes = [(8, self.orbits() - four - two), (4, four), (2, two)];
        sizes.into_iter().filter(|(_, orbits)| *orbits > 0).collect()
    }
}

/// Q(N) and the symmetric counts for N ≤ 27; `None` beyond, where Q(N) is unknown.
pub fn known_counts(n: BoardSize) -> Option<KnownCounts> {
    let of = |numbers: &[u64]| numbers.get(n.get() - 1).copied();
    let (half_turn, quarter_turn) = (of(&HALF_TURN)?, of(&QUARTER_TURN)?);
    Some(KnownCounts { solutions: of(&SOLUTIONS_BY_N)?, half_turn, quarter_turn })
}

/// The published numbers of solutions and orbits with these symmetries. `None` for N = 1, for other properties, and
/// where they are unknown: without symmetry for N > 27, with half turns for N > 32, with quarter turns for N > 63.
pub fn known_symmetric_counts(n: BoardSize, properties: &Properties) -> Option<(u64, u64)> {
    let Properties { fixed_by, stabilizer, .. } = *properties;
    if n.get() == 1 || *properties != (Properties { fixed_by, stabilizer, ..Properties::default() })
    {
        return None;
    }
    // The solutions that each of the possible stabilizers fixes; only larger ones fix some of them as well.
    let fixed = [
        (Symmetry::Identity, &SOLUTIONS_BY_N[..]),
        (Symmetry::Rotate180, &HALF_TURN[..]),
        (Symmetry::Rotate90, &QUARTER_TURN[..]),
    ]
    .map(|(generator, numbers)| {
        (Subgroup::generated_by([generator]), numbers.get(n.get() - 1).copied())
    });
    let larger = fixed.iter().skip(1).map(|&(_, number)| number).chain([Some(0)]);
    let (mut solutions, mut orbits) = (0, 0);
    for (&(group, number), larger) in fixed.iter().zip(larger) {
        let is_fixed = fixed_by.iter().all(|symmetry| group.contains(symmetry));
        if is_fixed && stabilizer.is_none_or(|exactly| exactly == group) {
            let count = number? - larger?;
            solutions += count;
            orbits += count * group.order() as u64 / 8;
        }
    }
    Some((solutions, orbits))
}

/// A000170 for N = 1 … 27.
const SOLUTIONS_BY_N: [u64; 27] = [
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
    314_666_222_712,
    2_691_008_701_644,
    24_233_937_684_440,
    227_514_171_973_736,
    2_207_893_435_808_352,
    22_317_699_616_364_044,
    234_907_967_154_122_528,
];

/// A032522 for N = 1 … 32.
const HALF_TURN: [u64; 32] = [
    1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1_240, 3_000, 8_152, 18_104, 44_184, 144_620,
    375_664, 1_250_692, 3_581_240, 11_675_080, 34_132_592, 115_718_268, 320_403_024, 1_250_901_440,
    3_600_075_088, 14_589_438_024, 43_266_334_696, 181_254_386_312,
];

/// A033148 for N = 1 … 63.
const QUARTER_TURN: [u64; 63] = [
    1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3_328, 3_264, 0, 0,
    32_896, 43_776, 0, 0, 406_784, 667_904, 0, 0, 5_845_504, 8_650_752, 0, 0, 77_184_000,
    101_492_736, 0, 0, 1_261_588_480, 1_795_233_792, 0, 0, 21_517_426_688, 35_028_172_800, 0, 0,
    406_875_119_616, 652_044_443_648, 0, 0, 8_613_581_094_912, 12_530_550_128_640, 0, 0,
    194_409_626_533_888, 291_826_098_503_680, 0, 0,
];

/// Where a published count comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The sequence of the OEIS: A000170 or A002562.
    pub oeis: &'static str,
    /// Who published the number first; `None` where our sources do not name anyone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_by: Option<&'static str>,
    /// Who confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed_by: Option<&'static str>,
    /// How nqdb has counted it, which it has not from N = 22 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nqdb: Option<&'static str>,
}

impl Provenance {
    /// The provenance of Q(N), N ≤ 27.
    pub fn of_solutions(n: BoardSize) -> Option<Self> {
        provenance("A000170", &SOLUTIONS, n)
    }

    /// The provenance of F(N), N ≤ 27.
    pub fn of_orbits(n: BoardSize) -> Option<Self> {
        provenance("A002562", &ORBITS, n)
    }
}

/// `OEIS A000170; first by …; confirmed by …; nqdb: …`, as far as it is known.
impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OEIS {}", self.oeis)?;
        let parts = [
            ("first by ", self.published_by),
            ("confirmed by ", self.confirmed_by),
            ("nqdb: ", self.nqdb),
        ];
        for (label, text) in parts {
            if let Some(text) = text {
                write!(f, "; {label}{text}")?;
            }
        }
        Ok(())
    }
}

/// The last N, who was first, who confirmed.
type Row = (usize, Option<&'static str>, Option<&'static str>);

fn provenance(oeis: &'static str, rows: &[Row], n: BoardSize) -> Option<Provenance> {
    let n = n.get();
    let &(_, published_by, confirmed_by) = rows.iter().find(|(last, ..)| n <= *last)?;
    let &(_, nqdb) = NQDB.iter().find(|(last, _)| n <= *last)?;
    Some(Provenance { oeis, published_by, confirmed_by, nqdb })
}

const SOLUTIONS: [Row; 8] = [
    (11, Some("several authors, by hand, by 1890"), None),
    (13, Some("Mark B. Wells, 1971"), None),
    (20, None, None),
    (23, Some("Sylvain Pion and Joël-Yann Fourré"), None),
    (24, Some("Kenji Kise et al., 2004, on a PC cluster"), None),
    (
        25,
        Some("the ObjectWeb ProActive team at INRIA, 2005, in 53 years of CPU time"),
        Some("the NTU 25Queen Project, 2005, in 26,613 days of CPU time"),
    ),
    (
        26,
        Some("Queens@TUD (Thomas B. Preußer et al.), 2009, on FPGAs"),
        Some("the MC# project, 2009, on two supercomputers"),
    ),
    (
        27,
        Some("Thomas B. Preußer and Matthias R. Engelhardt, 2016, on FPGAs in about a year"),
        Some("Guangchao Yao and Yali Li, 2025, on eight GPUs in 28.4 days (arXiv 2511.12009)"),
    ),
];

const ORBITS: [Row; 6] = [
    (16, None, None),
    (18, Some("Ulrich Schimke"), None),
    (23, Some("Matthias R. Engelhardt, 2000, from Q(N) and the symmetric solutions"), None),
    (25, Some("Thomas B. Preußer, 2008, from Q(N) and the symmetric solutions"), None),
    (26, Some("Thomas B. Preußer, 2009, from Q(N) and the symmetric solutions"), None),
    (27, Some("Thomas B. Preußer, 2016, from Q(N) and the symmetric solutions"), None),
];

/// The last N, and how nqdb has counted Q(N) and F(N).
const NQDB: [(usize, Option<&str>); 4] = [
    (16, Some("counted by each build")),
    (20, Some("counted on 2026-11-21")),
    (21, Some("counted on 2026-11-22")),
    (27, None),
];
