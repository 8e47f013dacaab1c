//! Conversions between solutions, permutations, numbers and lists of queens.

use nqdb::{BoardSize, Invalid, Permutation, Solution};

#[test]
fn queens_of_all_kinds_make_the_same_solution() {
    let expected: Solution = "1 5 8 6 3 7 2 4".parse().unwrap();
    let queens = [1, 5, 8, 6, 3, 7, 2, 4];
    assert_eq!(Solution::from_queens(&queens), Ok(expected));
    assert_eq!(Solution::from_queens(&queens.map(|queen| queen as u8)), Ok(expected));
    assert_eq!(Solution::from_queens(&queens.map(|queen| queen as usize)), Ok(expected));
    assert_eq!(Solution::from_queens(&queens.map(i64::from)), Ok(expected));
    assert_eq!(Solution::from_rows(&queens.map(|queen| queen - 1)), Ok(expected));
    assert_eq!(Permutation::from_queens(&queens), Ok(expected.into()));
    assert_eq!((expected[0], expected[2], expected.permutation()[7]), (0, 7, 3));
}

#[test]
fn other_lists_are_errors_by_the_numbers_of_the_caller() {
    let outside = |first, column, row| Err(Invalid::RowOutside { n: 4, first, column, row });
    assert_eq!(Solution::from_queens(&[2, 4, 1, 5]), outside(1, 4, 5));
    assert_eq!(Solution::from_queens(&[1u8, 3, 0, 2]), Err(Invalid::RowZero { n: 4, column: 3 }));
    assert_eq!(Solution::from_rows(&[2u64, 4, 1, 3]), outside(0, 1, 4));
    assert_eq!(Solution::from_rows(&[0, 1, 2, u64::MAX]), outside(0, 3, u64::MAX));
    let negative = Err(Invalid::NotANumber { got: "-1".to_owned() });
    assert_eq!(Permutation::from_rows(&[1, 3, -1, 2]), negative);
    assert_eq!(Permutation::from_queens::<u8>(&[]), Err(Invalid::NoQueens));
    assert_eq!(
        Permutation::from_queens(&[1; 65]),
        Err(Invalid::TooManyQueens { largest: 64, got: 65 })
    );
    let single = Invalid::SingleNumber { got: "5".to_owned() };
    assert_eq!(Permutation::from_rows(&[5]), Err(single));
    let [four, three] = [4, 3].map(|n| Permutation::identity(BoardSize::new(n).unwrap()));
    assert_eq!(four.distance(&three), Err(Invalid::OtherSize { n: 4, other: 3 }));
    assert!(matches!(Solution::from_queens(&[1, 2, 3, 4]), Err(Invalid::Attack { .. })));
    assert!(matches!(Solution::from_queens(&[1, 1, 2, 3]), Err(Invalid::RowTwice { .. })));
}
