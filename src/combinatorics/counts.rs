//! Published numbers of solutions and orbits for N = 1 … 27.

use super::d4::Symmetry;
use super::numbers::BoardSize;
use super::properties::Properties;
use super::subgroup::Subgroup;

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
