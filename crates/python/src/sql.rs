//! The scalar SQL functions for an SQLite that can't load extensions: Python registers callables that call them here.
//!
//! They run in this module's own SQLite, so their values and messages are those of the extension. What the extension
//! gets from its host, the callables get from the connection that calls them: its files, and whether it interrupts its
//! statement.

use crate::errors::Failure;
use crate::signals::{attached, detached, look};
use nqdb::internal::lock;
use nqdb::rusqlite::types::{Value, ValueRef};
use nqdb::rusqlite::{self, Connection, ErrorCode, ffi, params_from_iter};
use nqdb::watch::{Progress, TimeLimit, Watch};
use nqdb_sql::{Access, Host, PROBE, PROBE_INTERVAL, host_time_limit, register_for_host};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyString, PyTuple};
use std::ffi::c_int;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

pyo3::import_exception!(sqlite3, OperationalError);

/// The functions for one connection.
///
/// `files()` returns the files of its databases, and `run(sql)` runs a statement without a result on it. Both are
/// called on the connection's thread, while one of its functions runs.
#[pyclass(frozen, module = "nqdb._nqdb")]
pub(crate) struct Functions {
    connection: Mutex<Connection>,
    caller: Arc<Caller>,
    /// The error of the last call, which SQLite does not pass on.
    failure: Mutex<Option<PyErr>>,
}

#[pymethods]
impl Functions {
    #[new]
    fn new(files: Py<PyAny>, run: Py<PyAny>) -> PyResult<Self> {
        let open = || {
            let connection = Connection::open_in_memory()?;
            connection.set_prepared_statement_cache_capacity(64);
            let (asked, stopped) = (Mutex::new(Instant::now()), Mutex::default());
            let caller = Arc::new(Caller { files, run, limit: host_time_limit()?, asked, stopped });
            let (watch, host) = (Arc::clone(&caller) as _, Arc::clone(&caller) as _);
            register_for_host(&connection, watch, host, Access::Owner(None))?;
            Ok(Functions { connection: Mutex::new(connection), caller, failure: Mutex::default() })
        };
        open().map_err(operational)
    }

    /// The functions without side effects: name, number of arguments, callable.
    fn callables(slf: &Bound<'_, Self>) -> PyResult<Vec<(&'static str, i32, Function)>> {
        let connection = lock(&slf.get().connection);
        let sql = "SELECT narg FROM pragma_function_list WHERE name = ?1";
        let mut arities = connection.prepare(sql).map_err(operational)?;
        let mut callables = Vec::new();
        for name in nqdb_sql::functions() {
            let rows = arities.query_map([name], |row| row.get(0)).map_err(operational)?;
            for arity in rows {
                let function = Function { functions: slf.clone().unbind(), name };
                callables.push((name, arity.map_err(operational)?, function));
            }
        }
        Ok(callables)
    }

    /// The error of the last call.
    fn take_failure(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        lock(&self.failure).take().map(|failure| failure.into_value(py).into_any())
    }

    /// The value of a function.
    #[pyo3(signature = (name, *arguments))]
    fn call<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        arguments: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = arguments.iter().map(|value| from_python(&value));
        let arguments = arguments.collect::<PyResult<Vec<_>>>()?;
        let places = vec!["?"; arguments.len()].join(", ");
        let sql = format!("SELECT {name}({places})");
        *lock(&self.caller.stopped) = None;
        let answer = detached(py, || {
            // Functions do not call each other, but a signal handler could.
            let Ok(connection) = self.connection.try_lock() else {
                let nested = "a function of this connection is already running";
                return Err(Failure::from(OperationalError::new_err(nested)));
            };
            let answer = connection.prepare_cached(&sql).and_then(|mut statement| {
                statement.query_row(params_from_iter(arguments), |row| row.get::<_, Value>(0))
            });
            answer.map_err(|error| self.caller.explained(error).into())
        })?;
        into_python(py, (&answer).into())
    }
}

/// A function for `create_function`. Native, so that no signal is handled before the call can record it.
#[pyclass(frozen, module = "nqdb._nqdb")]
pub(crate) struct Function {
    functions: Py<Functions>,
    name: &'static str,
}

#[pymethods]
impl Function {
    #[pyo3(signature = (*arguments))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        arguments: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let functions = self.functions.get();
        functions.call(py, self.name, arguments).inspect_err(|failure| {
            *lock(&functions.failure) = Some(failure.clone_ref(py));
        })
    }
}

/// The connection that calls the functions.
struct Caller {
    files: Py<PyAny>,
    run: Py<PyAny>,
    limit: TimeLimit,
    /// When it was last checked for an interrupt.
    asked: Mutex<Instant>,
    /// The exception with which it interrupted its statement.
    stopped: Mutex<Option<PyErr>>,
}

impl Caller {
    /// The exception behind an error of the private connection.
    fn explained(&self, error: rusqlite::Error) -> PyErr {
        let is_interrupted = error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted);
        let stopped = lock(&self.stopped).take().filter(|_| is_interrupted);
        stopped.unwrap_or_else(|| operational(error))
    }
}

impl Host for Caller {
    fn files(&self) -> rusqlite::Result<Vec<PathBuf>> {
        attached(|py| self.files.call0(py)?.extract(py)).map_err(|stopped: PyErr| {
            *lock(&self.stopped) = Some(stopped);
            rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_INTERRUPT), None)
        })
    }

    fn refuses(&self) -> Option<c_int> {
        {
            let mut asked = lock(&self.asked);
            if asked.elapsed() < PROBE_INTERVAL {
                return None;
            }
            *asked = Instant::now();
        }
        *lock(&self.stopped) = attached(|py| self.run.call1(py, (PROBE,))).err();
        self.has_refused()
    }

    fn has_refused(&self) -> Option<c_int> {
        lock(&self.stopped).is_some().then_some(ffi::SQLITE_INTERRUPT)
    }
}

/// Stops a search after a signal, after the time limit, or when the connection interrupts its statement.
impl Watch for Caller {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if look().is_break() || self.refuses().is_some() {
            return ControlFlow::Break(());
        }
        self.limit.tick(progress)
    }
}

/// A progress handler that ends a statement once a signal handler raises, such as that of Ctrl-C. It keeps the
/// exception, which SQLite would lose.
#[pyclass(frozen, module = "nqdb._nqdb")]
#[derive(Default)]
pub(crate) struct ProgressHandler {
    raised: Mutex<Option<PyErr>>,
}

#[pymethods]
impl ProgressHandler {
    #[new]
    fn new() -> Self {
        ProgressHandler::default()
    }

    fn __call__(&self, py: Python<'_>) -> bool {
        let raised = py.check_signals().err();
        let is_raised = raised.is_some();
        if is_raised {
            *lock(&self.raised) = raised;
        }
        is_raised
    }

    /// The exception that ended the statement.
    fn take(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        lock(&self.raised).take().map(|raised| raised.into_value(py).into_any())
    }
}

fn operational(error: rusqlite::Error) -> PyErr {
    OperationalError::new_err(error.to_string())
}

/// A value, as Python's SQLite modules pass it to a function.
fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    Ok(if value.is_none() {
        Value::Null
    } else if value.is_instance_of::<PyInt>() {
        Value::Integer(value.extract()?)
    } else if value.is_instance_of::<PyFloat>() {
        Value::Real(value.extract()?)
    } else if value.is_instance_of::<PyString>() {
        Value::Text(value.extract()?)
    } else if let Ok(bytes) = value.cast::<PyBytes>() {
        Value::Blob(bytes.as_bytes().to_vec())
    } else {
        let expected = "None, an int, a float, a str or bytes";
        return Err(Failure::other_type(value, expected).into());
    })
}

fn into_python<'py>(py: Python<'py>, value: ValueRef<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        ValueRef::Null => py.None().into_bound(py),
        ValueRef::Integer(number) => number.into_pyobject(py)?.into_any(),
        ValueRef::Real(number) => number.into_pyobject(py)?.into_any(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_pyobject(py)?.into_any(),
        ValueRef::Blob(bytes) => PyBytes::new(py, bytes).into_any(),
    })
}
