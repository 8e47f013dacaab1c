//! Where the published counts come from: who counted Q(N) and F(N), and whether nqdb has counted them itself.
//! docs/known.md has the table with its references.

use super::numbers::BoardSize;
use serde::Serialize;
use std::fmt;

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
        of("A000170", &SOLUTIONS, n)
    }

    /// The provenance of F(N), N ≤ 27.
    pub fn of_orbits(n: BoardSize) -> Option<Self> {
        of("A002562", &ORBITS, n)
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

fn of(oeis: &'static str, rows: &[Row], n: BoardSize) -> Option<Provenance> {
    let n = n.get();
    let &(_, first, confirmed) = rows.iter().find(|(last, ..)| n <= *last)?;
    let &(_, nqdb) = NQDB.iter().find(|(last, _)| n <= *last)?;
    Some(Provenance { oeis, first, confirmed, nqdb })
}

const SOLUTIONS: [Row; 8] = [
    (11, Some("hand counts until 1890"), None),
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
