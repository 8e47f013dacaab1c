//! Symmetries and orbits obey their laws, agree with the definitions, and reproduce the tables of the sources. Tests of
//! single permutations are in permutations.rs.

use super::permutations::neighbours;
use nqdb::{
    BoardSize, Canonical, Database, Invalid, Orbit, Permutation, Solution, Subgroup, Symmetry,
    search::Representatives,
};
use nqdb_test_support::fixtures::{lines, rows};
use nqdb_test_support::mistakes::check_text;
use nqdb_test_support::permutations::{all_permutations, permutation};
use nqdb_test_support::twin::{Twin, images, size};
use proptest::prelude::*;
use std::collections::HashSet;

#[test]
fn products_are_those_of_table_1() {
    let table = rows("d4_table.csv");
    assert_eq!(table.len(), 8);
    for row in table {
        let first: Symmetry = row.get("row");
        for second in Symmetry::ALL {
            assert_eq!(first.then(second), row.get(second.code()), "{first} then {second}");
        }
    }
}

#[test]
fn the_symmetries_are_a_group() {
    let all = Symmetry::ALL;
    for a in all {
        assert_eq!(Symmetry::Identity.then(a), a);
        assert_eq!(a.then(Symmetry::Identity), a);
        assert_eq!(a.then(a.inverse()), Symmetry::Identity, "{a}");
        assert_eq!(a.inverse().then(a), Symmetry::Identity, "{a}");
        assert_eq!(all.map(|b| a.then(b)).into_iter().collect::<HashSet<_>>().len(), 8, "{a}");
        for (b, c) in all.iter().flat_map(|&b| all.map(|c| (b, c))) {
            assert_eq!(a.then(b).then(c), a.then(b.then(c)), "{a} {b} {c}");
        }
    }
}

#[test]
fn symmetries_are_read_by_name_and_code() {
    for symmetry in Symmetry::ALL {
        assert_eq!(symmetry.name().parse(), Ok(symmetry));
        assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
        assert_eq!(symmetry.code().parse(), Ok(symmetry));
        assert_eq!(format!(" {} ", symmetry.name().to_uppercase()).parse(), Ok(symmetry));
    }
    for text in ["", " ", "po0", "po9", "po", "g0", "1", "rotate", "inverse", "po1 po", "r", "RX"] {
        let expected = Invalid::Symmetry { got: text.into() };
        check_text::<Symmetry>(text, &expected, "one of po1 … po8");
    }
}

/// Words apart are applied in their order (Table 1 of Zhang & Zhang), letters as functions (Cull & Pandey, section 5).
#[test]
fn products_are_read() {
    let read = |text: &str| text.parse::<Symmetry>().unwrap_or_else(|error| panic!("{error}"));
    for a in Symmetry::ALL {
        for b in Symmetry::ALL {
            assert_eq!(read(&format!("{} {}", a.code(), b.name())), a.then(b));
        }
        assert_eq!(read(&a.code().replace("po", "g")), a);
    }
    let [inv, cmpl, rev] = ["Inv", "Cmpl", "Rev"].map(read);
    assert_eq!([inv, cmpl, rev], ["po2", "po4", "po5"].map(read));
    assert_eq!(read("Inv,Cmpl Rev"), read("po3"));
    let start: Permutation = "1 5 8 6 3 7 2 4".parse().unwrap();
    let words = ["I", "R", "RR", "RRR", "MRRR", "RMRRR", "RRMRRR", "RRRMRRR"];
    let printed = [
        "1 5 8 6 3 7 2 4", "3 6 4 2 8 5 7 1", "5 7 2 6 3 1 4 8", "8 2 4 1 7 5 3 6",
        "1 7 5 8 2 4 6 3", "4 2 7 3 6 8 5 1", "6 3 5 7 1 4 2 8", "8 4 1 3 6 2 7 5",
    ];
    assert_eq!(words.map(|word| read(word).apply(&start).to_string()), printed);
    let prefixes: HashSet<Symmetry> = (0..8)
        .map(|length| if length == 0 { Symmetry::Identity } else { read(&"FMFMFMF"[..length]) })
        .collect();
    assert_eq!(prefixes.len(), 8);
}

proptest! {
    #[test]
    fn products_act_as_one_after_the_other(p in permutation(64)) {
        for a in Symmetry::ALL {
            for b in Symmetry::ALL {
                prop_assert_eq!(a.then(b).apply(&p), b.apply(&a.apply(&p)), "{} {}", a, b);
            }
            prop_assert_eq!(a.inverse().apply(&a.apply(&p)), p);
        }
    }

    #[test]
    fn images_are_what_moving_the_squares_gives(p in permutation(64)) {
        for (symmetry, rows) in Symmetry::ALL.into_iter().zip(images(p.zero_based())) {
            let image = symmetry.apply(&p);
            prop_assert_eq!(image.zero_based(), rows, "{}", symmetry);
        }
        prop_assert_eq!(p.complement(), Symmetry::FlipVertical.apply(&p));
    }

    #[test]
    fn the_middle_parts_permutations(p in permutation(64)) {
        check_middle(&p);
        check_middle(&Permutation::middle(p.n()));
        check_middle(&Permutation::middle(p.n()).complement());
    }

    #[test]
    fn complement_reverses_the_order((p, q) in neighbours(64)) {
        prop_assert_eq!(p.cmp(&q), q.complement().cmp(&p.complement()));
        prop_assert_eq!(p.cmp(&q), p.zero_based().cmp(q.zero_based()));
    }
}

/// Exactly the permutations before the middle are smaller than their complements.
fn check_middle(p: &Permutation) {
    let middle = Permutation::middle(p.n());
    assert_eq!(Permutation::new(middle.zero_based()), Ok(middle), "N = {}", p.n());
    assert_eq!(*p < middle, *p < p.complement(), "{p}");
}

#[test]
fn the_middle_of_small_boards_parts_all_permutations() {
    BoardSize::up_to(7).flat_map(all_permutations).for_each(|p| check_middle(&p));
}

#[test]
fn complement_turns_the_ranks_around() {
    for n in BoardSize::up_to(9) {
        let solutions = &Twin::of(n).solutions;
        let complements: Vec<_> = solutions.iter().rev().map(Solution::complement).collect();
        assert_eq!(complements, *solutions, "N = {n}");
    }
}

#[test]
fn images_in_the_sources() {
    for row in rows("images.csv") {
        let [source, word] = ["source", "word"].map(|column| row.get::<String>(column));
        let (start, queens): (Solution, Solution) = (row.get("start"), row.get("queens"));
        let image: Symmetry = row.get("image");
        assert_eq!(image.apply_to_solution(&start), queens, "{source} {word} {start}");
        let letters = letters(&source, &word);
        let product = letters.iter().fold(Symmetry::Identity, |done, &next| done.then(next));
        assert_eq!(product, image, "{source} {word}");
        let steps = letters.iter().fold(start, |here, letter| letter.apply_to_solution(&here));
        assert_eq!(steps, queens, "{source} {word} {start}");
    }
}

/// The symmetries in a word of a source in the order of application. Words are written from right to left.
fn letters(source: &str, word: &str) -> Vec<Symmetry> {
    let letter = |letter| match (source, letter) {
        ("cull-pandey", 'R') => Symmetry::Rotate270,
        ("cull-pandey", 'M') => Symmetry::FlipVertical,
        ("cull-pandey", 'F') => Symmetry::FlipAntidiagonal,
        ("eiffel", 'R') => Symmetry::Rotate90,
        ("eiffel", 'M') => Symmetry::FlipHorizontal,
        _ => panic!("{source} has no {letter}"),
    };
    match (source, word) {
        (_, "I") => vec![],
        ("zhang", name) => vec![name.parse().unwrap()],
        _ => word.chars().rev().map(letter).collect(),
    }
}

#[test]
fn words_of_the_sources_visit_all_eight_images() {
    for (source, word) in
        [("cull-pandey", "RRRMRRR"), ("eiffel", "RRRMRRR"), ("cull-pandey", "FMFMFMF")]
    {
        let start: Solution = "1 5 8 6 3 7 2 4".parse().unwrap();
        let mut reached = vec![start];
        for letter in letters(source, word) {
            reached.push(letter.apply_to_solution(reached.last().unwrap()));
        }
        let orbit: HashSet<_> = Orbit::of(&start).members().iter().map(|(_, s)| *s).collect();
        assert_eq!(reached.len(), 8, "{source} {word}");
        assert_eq!(reached.into_iter().collect::<HashSet<_>>(), orbit, "{source} {word}");
    }
}

/// The squares of a falling diagonal have one difference of row and column, those of a rising one have one sum.
#[test]
fn images_of_diagonals_are_diagonals() {
    let n = size(8);
    for symmetry in Symmetry::ALL {
        let image = |square| symmetry.image_of_square(n, square);
        let (first, second) = (image((2, 3)), image((3, 4)));
        let rises = first.0 + first.1 == second.0 + second.1;
        assert_eq!(symmetry.swaps_diagonals(), rises, "{symmetry}");
    }
}

#[test]
fn the_half_turn_fixes_a_solution_of_cull_and_pandey() {
    let solution: Solution = "6 4 7 1 8 2 5 3".parse().unwrap();
    let orbit = Orbit::of(&solution);
    assert_eq!(orbit.stabilizer(), Subgroup::generated_by([Symmetry::Rotate180]));
    assert_eq!(orbit.size(), 4);
    assert_eq!(orbit.canonical().to_string(), "3 5 2 8 1 7 4 6");
}

#[test]
fn orbits_obey_their_laws() {
    for n in BoardSize::up_to(9) {
        for &solution in &Twin::of(n).solutions {
            let orbit = Orbit::of(&solution);
            let expected = images(solution.zero_based()).into_iter().collect::<HashSet<_>>();
            let members: Vec<_> =
                orbit.members().iter().map(|(_, m)| m.zero_based().to_vec()).collect();
            assert_eq!(orbit.size() * orbit.stabilizer().order(), 8, "{solution}");
            assert_eq!(orbit.size(), members.len());
            assert_eq!(members.len(), expected.len(), "{solution}");
            assert_eq!(members.into_iter().collect::<HashSet<_>>(), expected, "{solution}");
            assert_eq!(orbit.members()[0], (Symmetry::Identity, solution));
            assert_eq!(orbit.canonical().orbit_size(), orbit.size());
            for &(symmetry, member) in orbit.members() {
                assert_eq!(symmetry.apply_to_solution(&solution), member);
                assert_eq!(Solution::new(*member.permutation()), Ok(member), "an image");
                assert_eq!(Orbit::of(&member).canonical(), orbit.canonical());
            }
            let fixing = Symmetry::ALL.into_iter().filter(|s| s.apply(&solution) == *solution);
            assert_eq!(orbit.stabilizer().iter().collect::<Vec<_>>(), fixing.collect::<Vec<_>>());
        }
    }
}

/// The closures of all sets of symmetries are the ten subgroups of D4.
#[test]
fn generators_give_the_ten_subgroups() {
    let mut subgroups = HashSet::new();
    for chosen in 0..256u32 {
        let generators = Symmetry::ALL.into_iter().filter(|&s| chosen >> s as u32 & 1 == 1);
        let subgroup = Subgroup::generated_by(generators.clone());
        assert!(
            subgroup.contains(Symmetry::Identity)
                && generators.clone().all(|s| subgroup.contains(s))
        );
        for (a, b) in subgroup.iter().flat_map(|a| subgroup.iter().map(move |b| (a, b))) {
            assert!(subgroup.contains(a.then(b)), "{subgroup}");
        }
        // No smaller subgroup contains the generators: every element is a product of at most eight of them.
        let mut reached = HashSet::from([Symmetry::Identity]);
        for _ in 0..8 {
            let products = reached.iter().flat_map(|&a| generators.clone().map(move |b| a.then(b)));
            reached = reached.iter().copied().chain(products).collect();
        }
        assert_eq!(reached.len(), subgroup.order(), "{subgroup}");
        subgroups.insert(subgroup);
    }
    assert_eq!(subgroups.len(), 10);
    for subgroup in subgroups {
        assert_eq!(subgroup.to_string().parse(), Ok(subgroup));
        let codes: Vec<&str> = subgroup.iter().map(Symmetry::code).collect();
        assert_eq!(codes.join(",").parse(), Ok(subgroup));
    }
}

#[test]
fn stabilizers_are_subgroups() {
    for n in BoardSize::up_to(10) {
        for solution in &Twin::of(n).solutions {
            let stabilizer = Subgroup::fixing(solution);
            assert_eq!(Subgroup::generated_by(stabilizer.iter()), stabilizer);
            let canonical = Canonical::of(solution);
            assert_eq!(canonical.stabilizer().order() * canonical.orbit_size(), 8);
        }
    }
}

#[test]
fn the_twelve_representatives_of_eight_are_in_the_order_of_the_eiffel_notes() {
    let listed: Vec<Solution> =
        lines("representatives_8.txt").iter().map(|line| line.parse().unwrap()).collect();
    let found: Vec<Solution> = Representatives::new(size(8)).map(|c| *c.solution()).collect();
    assert_eq!(listed, found);
    let database = Database::without_file();
    let ids: Vec<u64> =
        listed.iter().map(|s| database.board(s.n()).unwrap().orbit_id(s).unwrap().get()).collect();
    assert_eq!(ids, (1..=12).collect::<Vec<_>>());
}

#[test]
fn canonical_is_the_smallest_image() {
    for n in BoardSize::up_to(11) {
        let twin = Twin::of(n);
        for (solution, id) in twin.solutions.iter().zip(&twin.orbit_ids) {
            let least = twin.representatives[*id as usize - 1];
            assert_eq!(*Canonical::of(solution).solution(), least, "{solution}");
            let checked = Canonical::check(*solution).map(|canonical| *canonical.solution());
            assert_eq!(checked, (*solution == least).then_some(least), "{solution}");
        }
    }
}

#[test]
fn the_queens_tell_the_half() {
    for n in BoardSize::up_to(11) {
        let solutions = &Twin::of(n).solutions;
        let half = solutions.len().div_ceil(2);
        for (place, solution) in solutions.iter().enumerate() {
            assert_eq!(solution.in_first_half(), place < half, "{solution}");
        }
    }
}
