//! Signatures by the definitions of Zhang & Zhang 2011.

use nqdb::{Permutation, Symmetry, signature::Triple};

/// The signature computed from the queens' coordinates by formulas (3) and (4), sorted by x and by y, in the form of
/// the library.
pub(crate) fn signature_by_coordinates(p: &Permutation) -> [Vec<Triple>; 2] {
    let mut points: Vec<(i32, i32)> =
        (0..).zip(p.zero_based().iter().map(|&y| i32::from(y))).collect();
    let along_x = undirected(triangles(&points));
    points.sort_by_key(|&(_, y)| y);
    let mut lists = [along_x, undirected(triangles(&points))];
    lists.sort();
    lists
}

fn triangles(points: &[(i32, i32)]) -> Vec<Triple> {
    let length = |(xa, ya): (i32, i32), (xb, yb): (i32, i32)| {
        ((xa - xb) * (xa - xb) + (ya - yb) * (ya - yb)) as u16
    };
    let triangle = |abc: &[(i32, i32)]| {
        let [a, b, c] = [abc[0], abc[1], abc[2]];
        let area = (a.0 - b.0) * (c.1 - b.1) - (c.0 - b.0) * (a.1 - b.1);
        Triple { first: length(a, b), area: area.unsigned_abs() as u16, second: length(b, c) }
    };
    points.windows(3).map(triangle).collect()
}

fn undirected(list: Vec<Triple>) -> Vec<Triple> {
    let other_way = |t: &Triple| Triple { first: t.second, area: t.area, second: t.first };
    let reversed = list.iter().rev().map(other_way).collect();
    list.min(reversed)
}

/// One list by the Sequential-Reverse rule taken literally: each triple may be reversed separately, and so may the
/// whole list.
pub(crate) fn literal_list(p: &Permutation) -> Vec<[u16; 3]> {
    let sorted = |t: &Triple| [t.first.min(t.second), t.area, t.first.max(t.second)];
    let list: Vec<_> = Triple::along_columns(p).iter().map(sorted).collect();
    let reversed = list.iter().rev().copied().collect();
    list.min(reversed)
}

/// The signature by the literal rule.
pub(crate) fn literal_signature(p: &Permutation) -> [Vec<[u16; 3]>; 2] {
    let mut lists = [literal_list(p), literal_list(&Symmetry::FlipDiagonal.apply(p))];
    lists.sort();
    lists
}

/// The solutions of N whose steps alternate between two lengths, each with its rival: the rows with the same directions
/// and exchanged lengths. With triples reversed separately, a rival that is a permutation has the same list along x.
pub(crate) fn alternating(n: i32) -> Vec<(Vec<i32>, Vec<i32>)> {
    let mut found = Vec::new();
    for (a, b) in (1..n).flat_map(|a| (1..n).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        for first in 0..n {
            walk(n, [a, b], &mut vec![first], &mut found);
        }
    }
    found
        .into_iter()
        .map(|(rows, [a, b])| (rival(&rows, a + b), rows))
        .map(|(q, p)| (p, q))
        .collect()
}

fn walk(n: i32, lengths: [i32; 2], rows: &mut Vec<i32>, found: &mut Vec<(Vec<i32>, [i32; 2])>) {
    if rows.len() as i32 == n {
        found.push((rows.clone(), lengths));
        return;
    }
    let (column, last) = (rows.len(), rows[rows.len() - 1]);
    let length = lengths[(column - 1) % 2];
    for row in [last - length, last + length] {
        let safe = |(left, &other): (usize, &i32)| {
            row != other && (row - other).unsigned_abs() as usize != column - left
        };
        if (0..n).contains(&row) && rows.iter().enumerate().all(safe) {
            rows.push(row);
            walk(n, lengths, rows, found);
            rows.pop();
        }
    }
}

/// The rows with the length of each step replaced by `sum` minus the length. The smallest row is 0.
fn rival(rows: &[i32], sum: i32) -> Vec<i32> {
    let mut rival = vec![0];
    for step in rows.windows(2).map(|pair| pair[1] - pair[0]) {
        rival.push(rival[rival.len() - 1] + step.signum() * (sum - step.abs()));
    }
    let least = *rival.iter().min().expect("there is a first one");
    rival.iter().map(|row| row - least).collect()
}
