//! Estimates of numbers that are infeasible to count, by stochastic enumeration.
//!
//! A *run* descends the search tree column by column with a sample of its boards, the *population*, instead of all of
//! them. At each column it lists all children of the population. If these are more than the maximum, it selects B of
//! the T children by systematic sampling, and from then on each represents T / B times as many boards. The last columns
//! are counted exactly. The number of solutions found, times the weight, has mean Q(N): the estimate is unbiased for
//! every B. It generalizes Knuth (1975), whose population is a single board. The method is that of Cloteaux & Valentin
//! (2011) and of Rubinstein's stochastic enumeration (Vaisman & Kroese 2017), with systematic sampling.
//!
//! Runs are independent, so their mean has a standard error and a confidence interval by Student's t distribution.
//! docs/estimates.md has the method, its calibration and results.
//!
//! If a count is feasible but slow, [`count_progressively`] estimates it from the part counted so far, until it
//! is exact.
//!
//! ```
//! use nqdb::sampling::{Effort, Sampling, estimate_count};
//! use nqdb::{BoardSize, Conditions, watch::NoWatch};
//!
//! let sampling = Sampling { seed: 1, effort: Effort::Runs(20), ..Sampling::default() };
//! let all = Conditions::any(BoardSize::new(20)?);
//! let estimate = estimate_count(&all, &sampling, &NoWatch)?;
//! let (low, high) = estimate.interval();
//! assert!(low < 39_029_188_884.0 && 39_029_188_884.0 < high);
//! # Ok::<(), nqdb::Error>(())
//! ```
//!
//! | part | what it does |
//! | --- | --- |
//! | `runs` | a run and its population of boards; independent runs on several threads, under a watch |
//! | `estimate` | the mean of runs, its confidence interval, its text |
//! | `quantities` | the quantities to estimate, and random draws |
//! | `progressive` | exact counts with estimates on the way |

pub(crate) mod estimate;
pub(crate) mod progressive;
pub(crate) mod quantities;
pub(crate) mod runs;

pub use estimate::Estimate;
pub use progressive::{Pace, Snapshot, count_progressively};
pub use quantities::{
    EstimatedHeatmap, draw_nearly_uniform, estimate_count, estimate_heatmap, estimate_orbits,
    estimate_rank,
};
pub use runs::{Effort, Sampling};
