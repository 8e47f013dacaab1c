//! The words of generators with which Cull & Pandey 1994 and the Eiffel notes visit all eight images, and the remark of
//! Horowitz & Sahni on the first half of the first column.

use nqdb::{BoardSize, Permutation, Solution, Symmetry};
use nqdb_test_support::fixtures::rows;
use nqdb_test_support::permutations::{all_permutations, permutation};
use nqdb_test_support::twin::{Twin, images, size};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};

/// The action of a letter on a vector of 0-based rows, as in the source.
type Letter = fn(&[u8]) -> Vec<u8>;

/// Cull & Pandey, `rotate`: a clockwise quarter turn.
fn rotate_cull_pandey(v: &[u8]) -> Vec<u8> {
    let mut turned = vec![0; v.len()];
    (0u8..).zip(v).for_each(|(i, &value)| turned[usize::from(value)] = i);
    turned.reverse();
    turned
}

/// Cull & Pandey, `mirror_image`: exchanges top and bottom.
fn mirror_cull_pandey(v: &[u8]) -> Vec<u8> {
    v.iter().map(|value| v.len() as u8 - 1 - value).collect()
}

/// Cull & Pandey, section 5: F "flips the square across its counter-diagonal".
fn flip_cull_pandey(v: &[u8]) -> Vec<u8> {
    let last = v.len() as u8 - 1;
    let mut flipped = vec![0; v.len()];
    (0u8..).zip(v).for_each(|(x, &y)| flipped[usize::from(last - y)] = last - x);
    flipped
}

/// Eiffel notes, `rotate`, on boards read row by row.
fn rotate_eiffel(v: &[u8]) -> Vec<u8> {
    let mut turned = vec![0; v.len()];
    (0u8..).zip(v).for_each(|(i, &value)| turned[usize::from(value)] = v.len() as u8 - 1 - i);
    turned
}

/// Eiffel notes, `mirror`: reverses the array.
fn mirror_eiffel(v: &[u8]) -> Vec<u8> {
    v.iter().rev().copied().collect()
}

/// A word: its letters in the order of application, each with its symmetry.
struct Word {
    name: &'static str,
    letters: [(Letter, Symmetry); 7],
}

const R_CULL_PANDEY: (Letter, Symmetry) = (rotate_cull_pandey, Symmetry::Rotate270);

const M_CULL_PANDEY: (Letter, Symmetry) = (mirror_cull_pandey, Symmetry::FlipVertical);

const F_CULL_PANDEY: (Letter, Symmetry) = (flip_cull_pandey, Symmetry::FlipAntidiagonal);

const R_EIFFEL: (Letter, Symmetry) = (rotate_eiffel, Symmetry::Rotate90);

const M_EIFFEL: (Letter, Symmetry) = (mirror_eiffel, Symmetry::FlipHorizontal);

/// S, R(S), RR(S), RRR(S), MRRR(S), RMRRR(S), … of Cull & Pandey, section 5; the same pattern with the letters of the
/// Eiffel notes, whose `is_unique` mirrors at the fourth step; and FMFMFMF of Cull & Pandey, from both ends.
const WORDS: [Word; 4] = [
    Word {
        name: "Cull & Pandey, R and M",
        letters: [
            R_CULL_PANDEY, R_CULL_PANDEY, R_CULL_PANDEY, M_CULL_PANDEY, R_CULL_PANDEY,
            R_CULL_PANDEY, R_CULL_PANDEY,
        ],
    },
    Word {
        name: "Eiffel, R and M",
        letters: [R_EIFFEL, R_EIFFEL, R_EIFFEL, M_EIFFEL, R_EIFFEL, R_EIFFEL, R_EIFFEL],
    },
    Word {
        name: "Cull & Pandey, F and M",
        letters: [
            F_CULL_PANDEY, M_CULL_PANDEY, F_CULL_PANDEY, M_CULL_PANDEY, F_CULL_PANDEY,
            M_CULL_PANDEY, F_CULL_PANDEY,
        ],
    },
    Word {
        name: "Cull & Pandey, M and F",
        letters: [
            M_CULL_PANDEY, F_CULL_PANDEY, M_CULL_PANDEY, F_CULL_PANDEY, M_CULL_PANDEY,
            F_CULL_PANDEY, M_CULL_PANDEY,
        ],
    },
];

impl Word {
    /// The products of the first 0, 1, … 7 letters.
    fn products(&self) -> Vec<Symmetry> {
        let mut products = vec![Symmetry::Identity];
        products.extend(self.letters.iter().scan(Symmetry::Identity, |product, (_, letter)| {
            *product = product.then(*letter);
            Some(*product)
        }));
        products
    }

    /// The vector after 0, 1, … 7 letters.
    fn path(&self, start: &[u8]) -> Vec<Vec<u8>> {
        let mut path = vec![start.to_vec()];
        for (letter, _) in &self.letters {
            path.push(letter(path.last().expect("the start")));
        }
        path
    }

    /// Checks that the path follows the products and passes through every image.
    fn check(&self, p: &Permutation) {
        let path = self.path(p.zero_based());
        let by_products: Vec<_> = self.products().iter().map(|s| s.apply(p)).collect();
        assert!(path.iter().eq(by_products.iter().map(|p| p.zero_based())), "{} of {p}", self.name);
        let all: HashSet<Vec<u8>> = images(p.zero_based()).into_iter().collect();
        assert_eq!(path.into_iter().collect::<HashSet<_>>(), all, "{} of {p}", self.name);
    }
}

#[test]
fn every_word_is_the_whole_group() {
    let group: BTreeSet<Symmetry> = Symmetry::ALL.into_iter().collect();
    for word in WORDS {
        let products = word.products();
        assert_eq!(products.iter().copied().collect::<BTreeSet<_>>(), group, "{}", word.name);
        assert_eq!(products.len(), group.len(), "{}: no element twice", word.name);
    }
}

/// Only four of the 128 words in R and M visit the whole group: the pattern of both sources, and those with M at two
/// positions four apart.
#[test]
fn few_words_are_the_whole_group() {
    for (r, m) in [(R_CULL_PANDEY, M_CULL_PANDEY), (R_EIFFEL, M_EIFFEL)] {
        let mirrored_at = |bits: u32| (1..=7).filter(move |step| bits >> (step - 1) & 1 == 1);
        let words = (0u32..1 << 7).filter(|&bits| {
            let mut letters = [r; 7];
            mirrored_at(bits).for_each(|step| letters[step - 1] = m);
            let products = Word { name: "any", letters }.products();
            products.iter().collect::<HashSet<_>>().len() == 8
        });
        let mirrors: BTreeSet<Vec<usize>> = words.map(|bits| mirrored_at(bits).collect()).collect();
        assert_eq!(mirrors, [vec![4], vec![1, 5], vec![2, 6], vec![3, 7]].into());
    }
}

/// The images of (1 5 8 6 3 7 2 4) in the order of the walk: Cull & Pandey, section 4, where R leads from right to left
/// in the lower row, and the worked example of the Eiffel notes.
const WALKS: [(usize, [&str; 8]); 2] = [
    (
        0,
        [
            "1 5 8 6 3 7 2 4", "3 6 4 2 8 5 7 1", "5 7 2 6 3 1 4 8", "8 2 4 1 7 5 3 6",
            "1 7 5 8 2 4 6 3", "4 2 7 3 6 8 5 1", "6 3 5 7 1 4 2 8", "8 4 1 3 6 2 7 5",
        ],
    ),
    (
        1,
        [
            "1 5 8 6 3 7 2 4", "8 2 4 1 7 5 3 6", "5 7 2 6 3 1 4 8", "3 6 4 2 8 5 7 1",
            "1 7 5 8 2 4 6 3", "8 4 1 3 6 2 7 5", "6 3 5 7 1 4 2 8", "4 2 7 3 6 8 5 1",
        ],
    ),
];

#[test]
fn walks_are_those_of_the_sources() {
    for (word, expected) in WALKS {
        let expected =
            expected.map(|text| text.parse::<Permutation>().unwrap().zero_based().to_vec());
        assert_eq!(WORDS[word].path(&expected[0]), expected, "{}", WORDS[word].name);
    }
}

#[test]
fn words_lead_through_all_images_of_every_solution() {
    for n in BoardSize::up_to(8) {
        for solution in &Twin::of(n).solutions {
            WORDS.iter().for_each(|word| word.check(solution));
        }
    }
    BoardSize::up_to(5).flat_map(all_permutations).for_each(|p| {
        WORDS.iter().for_each(|word| word.check(&p));
    });
}

proptest! {
    #[test]
    fn words_lead_through_all_images_of_any_permutation(p in permutation(64)) {
        WORDS.iter().for_each(|word| word.check(&p));
    }
}

/// `check_if_isomorph` of Cull & Pandey and `is_unique` of the Eiffel notes: no image of a representative is smaller.
#[test]
fn walks_find_the_canonical_representatives() {
    for n in BoardSize::up_to(8) {
        let twin = Twin::of(n);
        for word in &WORDS {
            let is_new = |s: &&Solution| {
                word.path(s.zero_based()).iter().all(|v| *v >= s.zero_based().to_vec())
            };
            let kept: Vec<Solution> = twin.solutions.iter().filter(is_new).copied().collect();
            assert_eq!(kept, twin.representatives, "{}, N = {n}", word.name);
        }
    }
}

/// The numbers of solutions with the first queen in the first half; of those where it is not in row 1; of the orbits of
/// the latter; and of all orbits.
fn half_column(n: BoardSize) -> [usize; 4] {
    let twin = Twin::of(n);
    let half = n.get().div_ceil(2) as u8;
    let numbered = twin.solutions.iter().zip(&twin.orbit_ids);
    let first_half = numbered.filter(|(s, _)| s.zero_based()[0] < half);
    let restricted = first_half.clone().filter(|(s, _)| s.zero_based()[0] > 0);
    let met: HashSet<&u64> = restricted.clone().map(|(_, id)| id).collect();
    [first_half.count(), restricted.count(), met.len(), twin.representatives.len()]
}

#[test]
fn half_a_column_is_enough_for_orbits_and_too_much_for_representatives() {
    for row in rows("half_column.csv") {
        let expected = ["first_half", "restricted", "orbits_met", "orbits"];
        let expected = expected.map(|column| row.get::<usize>(column));
        let n: usize = row.get("n");
        assert_eq!(half_column(size(n)), expected, "N = {n}");
        let [_, restricted, met, orbits] = expected;
        assert_eq!(met == orbits, n >= 4, "N = {n}: enough for every orbit");
        assert_eq!(restricted > orbits, !matches!(n, 1 | 4), "N = {n}: too many to be one each");
    }
}

/// Why half a column suffices from N = 4 on: at most one queen is in a corner and covers two sides, so some side has
/// its queen outside the corners; a rotation or reflection brings it into that half.
#[test]
fn some_side_has_its_queen_outside_the_corners() {
    for n in (4..=10).map(size) {
        for solution in &Twin::of(n).solutions {
            let firsts = Symmetry::ALL.map(|s| s.apply(solution).zero_based()[0]);
            let half = n.get().div_ceil(2) as u8;
            assert!(firsts.iter().any(|first| (1..half).contains(first)), "{solution}");
        }
    }
}
