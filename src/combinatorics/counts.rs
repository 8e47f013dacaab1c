//! Published numbers of solutions and orbits for N = 1 … 27, and where they come from: who counted Q(N) and F(N), and
//! whether nqdb has counted them itself. docs/known.md has the table with its references.

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

    /// The numbers of solutions and orbits with these symmetries; `None` for N = 1, and for other properties.
    pub fn with_symmetries(&self, properties: &Properties) -> Option<(u64, u64)> {
        let Properties { fixed_by, stabilizer, .. } = *properties;
        let symmetries = Properties { fixed_by, stabilizer, ..Properties::default() };
        if self.solutions == 1 || *properties != symmetries {
            return None;
        }
        let stabilizers = [
            (Symmetry::Po1, self.solutions - self.half_turn),
            (Symmetry::Po7, self.half_turn - self.quarter_turn),
            (Symmetry::Po6, self.quarter_turn),
        ];
        let (mut solutions, mut orbits) = (0, 0);
        for (generator, count) in stabilizers {
            let group = Subgroup::generated_by([generator]);
            let is_fixed = fixed_by.iter().all(|symmetry| group.contains(symmetry));
            if is_fixed && stabilizer.is_none_or(|exactly| exactly == group) {
                solutions += count;
                orbits += count * group.order() as u64 / 8;
            }
        }
        Some((solutions, orbits))
    }
}

/// Q(N) and the symmetric counts for N ≤ 27; `None` beyond, where they are unknown.
pub fn known_counts(n: BoardSize) -> Option<KnownCounts> {
    let &(solutions, half_turn, quarter_turn) = KNOWN.get(n.get() - 1)?;
    Some(KnownCounts { solutions, half_turn, quarter_turn })
}

/// A000170, A032522, A033148 for N = 1 … 27.
const KNOWN: [(u64, u64, u64); 27] = [
    (1, 1, 1),
    (0, 0, 0),
    (0, 0, 0),
    (2, 2, 2),
    (10, 2, 2),
    (4, 4, 0),
    (40, 8, 0),
    (92, 4, 0),
    (352, 16, 0),
    (724, 12, 0),
    (2_680, 48, 0),
    (14_200, 80, 8),
    (73_712, 136, 8),
    (365_596, 420, 0),
    (2_279_184, 1_240, 0),
    (14_772_512, 3_000, 64),
    (95_815_104, 8_152, 128),
    (666_090_624, 18_104, 0),
    (4_968_057_848, 44_184, 0),
    (39_029_188_884, 144_620, 480),
    (314_666_222_712, 375_664, 704),
    (2_691_008_701_644, 1_250_692, 0),
    (24_233_937_684_440, 3_581_240, 0),
    (227_514_171_973_736, 11_675_080, 3_328),
    (2_207_893_435_808_352, 34_132_592, 3_264),
    (22_317_699_616_364_044, 115_718_268, 0),
    (234_907_967_154_122_528, 320_403_024, 0),
];

/// Where a published count comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The sequence of the OEIS: A000170 or A002562.
    pub oeis: &'static str,
    /// Who published the number first; `None` where our sources do not name anyone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<&'static str>,
    /// Who confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<&'static str>,
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
        let parts =
            [("first by ", self.first), ("confirmed by ", self.confirmed), ("nqdb: ", self.nqdb)];
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
    let &(_, first, confirmed) = rows.iter().find(|(last, ..)| n <= *last)?;
    let &(_, nqdb) = NQDB.iter().find(|(last, _)| n <= *last)?;
    Some(Provenance { oeis, first, confirmed, nqdb })
}

const SOLUTIONS: [Row; 8] = [
    (11, Some("several authors, by hand, until 1890"), None),
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
