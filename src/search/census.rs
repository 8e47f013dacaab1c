//! The number of orbits of each size.

/// The orbits of a board, counted by size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Census {
    /// Orbits of size 8, 4, 2 and 1.
    pub by_size: [u64; 4],
}

impl Census {
    /// F(N), the number of orbits.
    pub fn orbits(&self) -> u64 {
        self.by_size.iter().sum()
    }

    /// Q(N), the number of solutions: the sum of the orbits' sizes.
    pub fn solutions(&self) -> u64 {
        [8, 4, 2, 1].iter().zip(self.by_size).map(|(size, orbits)| size * orbits).sum()
    }

    /// Pairs of orbit size and number of orbits, largest size first; sizes that do not occur are left out.
    pub fn orbits_by_size(&self) -> Vec<(usize, u64)> {
        let sizes = [8, 4, 2, 1].into_iter().zip(self.by_size);
        sizes.filter(|(_, orbits)| *orbits > 0).collect()
    }
}
