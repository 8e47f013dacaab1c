//! Faults in file operations: at every call of every command, a kill, a power loss, a system error, a flipped bit, or a
//! stop. Nothing is lost, no result is wrong, and the next run finishes the file.
//!
//! A library that is loaded into the program (`shim`) causes the faults. `scenario` lists the commands and their
//! initial files, `case` the faults and the checks after each, `power` the states after a power loss. `replaced` restores
//! backups and links files after kills.
//!
//! A sample runs with the other tests. All cases run with
//!
//! ```text
//! cargo test --test suite faults -- --ignored --nocapture
//! ```
//!
//! | variable | effect |
//! | --- | --- |
//! | `NQDB_FAULTS_SEED=S` | chooses the sample, the flipped bits and the writes lost in a power loss; default 1 |
//! | `NQDB_FAULTS_SHARE=K` | runs one in K cases of each scenario and kind of fault |
//! | `NQDB_FAULTS_ONLY=TEXT` | runs the cases whose name, which a finding prints as `SCENARIO: CASE`, contains TEXT |
//! | `NQDB_FAULTS_FINDINGS=FILE` | writes all findings to a file |

mod campaign;
mod case;
mod check;
mod power;
mod replaced;
mod reproductions;
mod run;
mod scenario;
mod shim;

/// The sample has one in this many cases of each scenario and kind of fault.
const SHARE: usize = 500;

#[test]
fn a_sample_of_all_faults_does_no_harm() {
    campaign::run(SHARE);
}

#[test]
#[ignore = "takes minutes"]
fn no_fault_does_harm() {
    campaign::run(1);
}
