//! Faults below the file operations: at every call of every command, a kill, a power loss, an error of the
//! system, a flipped bit, or a stop. Nothing is lost, no answer is wrong, and the next run finishes the file.
//!
//! A library that is loaded into the program (`shim`) makes the faults. `scenario` lists the commands and the
//! files that they find, `case` the faults and what must hold after each, `power` the states after a power loss.
//!
//! A sample runs with the other tests. All cases run with
//!
//! ```text
//! cargo test --test suite faults -- --ignored --nocapture
//! ```
//!
//! | variable | effect |
//! | --- | --- |
//! | `NQDB_FAULTS_SEED=S` | chooses the sample, the bits that flip and the writes that a power loss takes; 1 by default |
//! | `NQDB_FAULTS_SHARE=K` | runs one in K cases of each scenario and kind of fault |
//! | `NQDB_FAULTS_ONLY=TEXT` | runs the cases with TEXT in their name, `SCENARIO: CASE`, which a finding prints |
//! | `NQDB_FAULTS_FINDINGS=FILE` | writes all findings to a file |

mod campaign;
mod case;
mod check;
mod power;
mod reproductions;
mod run;
mod scenario;
mod shim;

/// The sample has one in this many cases of each scenario and kind of fault.
const SHARE: usize = 500;

#[test]
fn a_sample_of_all_faults_harms_nothing() {
    campaign::run(SHARE);
}

#[test]
#[ignore = "takes minutes"]
fn no_fault_harms() {
    campaign::run(1);
}
