//! [`Orbit`]: an equivalence class of solutions under the eight symmetries of the square.

use crate::answers::list;
use crate::errors::Result;
use crate::picture::Picture;
use crate::signals::{Shared, detached};
use crate::source::SourceBoard;
use nqdb::picture::Coordinates;
use nqdb::{Canonical, OrbitId, Rank, picture::Origin};
use pyo3::prelude::*;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// The images of a solution under the symmetries of the square; returned by Board.orbit. Notebooks display all of them.
///
/// >>> orbit = nqdb.board(8).orbit(10)
/// >>> orbit.size, orbit.canonical, orbit.stabilizer
/// (4, [3, 5, 2, 8, 1, 7, 4, 6], ['identity', 'rotate-180'])
/// >>> orbit.ranks()
/// [14, 55, 79, 38]
#[pyclass(module = "nqdb", frozen, eq, hash)]
pub(crate) struct Orbit {
    board: Py<PyAny>,
    source: Arc<SourceBoard>,
    id: OnceLock<OrbitId>,
    orbit: nqdb::Orbit,
}

impl PartialEq for Orbit {
    fn eq(&self, other: &Self) -> bool {
        self.orbit == other.orbit
    }
}

impl Hash for Orbit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.orbit.canonical().hash(state);
    }
}

impl Orbit {
    pub(crate) fn new(
        board: &Bound<'_, PyAny>,
        source: &Arc<SourceBoard>,
        id: Option<OrbitId>,
        canonical: &Canonical,
    ) -> Self {
        let (board, source) = (board.clone().unbind(), Arc::clone(source));
        let id = id.map_or_else(OnceLock::new, OnceLock::from);
        Orbit { board, source, id, orbit: nqdb::Orbit::of(canonical) }
    }
}

#[pymethods]
impl Orbit {
    /// The board.
    #[getter]
    fn board(&self, py: Python<'_>) -> Py<PyAny> {
        self.board.clone_ref(py)
    }

    /// The id, from 1. It is looked up if the orbit comes from a solution or a selection.
    ///
    /// Raises UnknownError if it is out of reach.
    #[getter]
    fn id(&self, py: Python<'_>) -> Result<u64> {
        if let Some(id) = self.id.get() {
            return Ok(id.get());
        }
        let board = self.source.inner(py)?;
        let id = detached(py, || board.orbit_id(self.orbit.canonical()))?;
        Ok(self.id.get_or_init(|| id).get())
    }

    /// The number of members: 8, 4 or 2 (1 for N = 1).
    #[getter]
    fn size(&self) -> usize {
        self.orbit.size()
    }

    /// The canonical representative (fundamental solution): the lexicographically smallest member.
    #[getter]
    fn canonical(&self) -> Vec<u16> {
        list(self.orbit.canonical())
    }

    /// The symmetries that leave the canonical representative unchanged, such as ["identity", "rotate-180"].
    #[getter]
    fn stabilizer(&self) -> Vec<&'static str> {
        self.orbit.stabilizer().iter().map(|symmetry| symmetry.name()).collect()
    }

    /// The members, the canonical representative first.
    #[getter]
    fn members(&self) -> Vec<Vec<u16>> {
        self.orbit.members().iter().map(|(_, member)| list(member)).collect()
    }

    /// For each member, the symmetry that maps the canonical representative to it.
    #[getter]
    fn symmetries(&self) -> Vec<&'static str> {
        self.orbit.members().iter().map(|(symmetry, _)| symmetry.name()).collect()
    }

    /// The ranks of the members: at most four lookups, or searches if the board has no tables.
    ///
    /// Raises UnknownError if the ranks are out of reach.
    fn ranks(&self, py: Python<'_>) -> Result<Vec<u64>> {
        let board = self.source.inner(py)?;
        let ranks = detached(py, || board.member_ranks(&self.orbit))?;
        Ok(ranks.into_iter().map(Rank::get).collect())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Result<String> {
        let members = self.orbit.members().iter();
        let boards = members.map(|(symmetry, member)| {
            let caption = symmetry.description(Origin::TopLeft).to_owned();
            (caption, nqdb::picture::Picture::of(member))
        });
        Ok(Picture::of_boards(py, boards.collect(), None, Coordinates::default())?.svg)
    }

    fn __repr__(&self) -> String {
        let (n, canonical) = (self.source.size, self.orbit.canonical());
        format!("<nqdb.Orbit N = {n}, size {}, canonical {canonical}>", self.size())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<u16>,))> {
        Ok((self.board.bind(py).getattr("orbit")?, (self.canonical(),)))
    }
}

/// A canonical representative, and its id if that is known.
type Found = nqdb::Result<(Option<OrbitId>, Canonical)>;

/// An iterator over orbits in order; returned by Board.iter_orbits.
#[pyclass(module = "nqdb", frozen)]
pub(crate) struct OrbitIterator {
    board: Py<PyAny>,
    source: Arc<SourceBoard>,
    found: Shared<Box<dyn Iterator<Item = Found> + Send>>,
}

impl OrbitIterator {
    pub(crate) fn new(
        board: &Bound<'_, PyAny>,
        source: &Arc<SourceBoard>,
        found: impl Iterator<Item = Found> + Send + 'static,
    ) -> Self {
        let (board, source) = (board.clone().unbind(), Arc::clone(source));
        OrbitIterator { board, source, found: Shared::new(Box::new(found)) }
    }
}

#[pymethods]
impl OrbitIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Result<Option<Orbit>> {
        let found = self.found.next(py)?;
        Ok(found
            .map(|(id, canonical)| Orbit::new(self.board.bind(py), &self.source, id, &canonical)))
    }
}
