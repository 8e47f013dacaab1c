//! The mean of runs, independent or drawn without replacement, with its confidence interval by Student's t
//! distribution.

use std::f64::consts::{FRAC_PI_2, PI};
use std::fmt;
use std::sync::LazyLock;

/// An estimate of a number, with a standard error and a 95% confidence interval.
///
/// Its text is marked as an estimate and has half the width of the interval in percent: `≈ 5.06e22 ± 0.4%`. A number
/// that turns out to be exact is plain: `92`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean of all runs, an unbiased estimate; the number itself if exact.
    pub mean: f64,
    /// The standard deviation of the mean, estimated from the runs; 0 if exact.
    pub standard_error: f64,
    /// The number of runs.
    pub runs: u64,
    /// Known bounds of the number.
    least: f64,
    most: f64,
    /// Whether the number is exact: all boards of the search tree fitted in the population, so the search was
    /// exhaustive.
    pub is_exact: bool,
}

impl Estimate {
    /// The probability that the interval contains the number.
    pub const CONFIDENCE: f64 = 0.95;

    /// A number known exactly from one run.
    pub(super) fn exact(number: f64) -> Self {
        Estimate {
            mean: number,
            standard_error: 0.0,
            runs: 1,
            least: number,
            most: number,
            is_exact: true,
        }
    }

    pub(super) fn scaled(self, factor: f64, offset: f64) -> Self {
        Estimate {
            mean: self.mean * factor + offset,
            standard_error: self.standard_error * factor,
            least: self.least * factor + offset,
            most: self.most * factor + offset,
            ..self
        }
    }

    /// The estimate of the sum of `all` parts, where `self` is the mean of some of them, drawn without replacement. The
    /// sum is known to be at least `counted`.
    pub(super) fn of_all(self, all: u64, counted: f64) -> Self {
        let left = 1.0 - self.runs as f64 / all as f64;
        let standard_error = self.standard_error * left.sqrt();
        let whole = Estimate { standard_error, ..self }.scaled(all as f64, 0.0);
        Estimate { least: whole.least.max(counted), ..whole }
    }

    /// The estimate with a known upper bound.
    pub(super) fn at_most(self, most: f64) -> Self {
        Estimate { most: self.most.min(most), ..self }
    }

    /// The estimate of `total` minus this number.
    pub(super) fn subtracted_from(self, total: f64) -> Self {
        let (least, most) = (total - self.most, total - self.least);
        Estimate { mean: total - self.mean, least, most, ..self }
    }

    /// Whether no run found anything although the search was not exhaustive. The mean is then 0, but the number need
    /// not be.
    pub fn found_nothing(&self) -> bool {
        self.mean == 0.0 && !self.is_exact
    }

    /// The confidence interval, which contains the number with probability [`Estimate::CONFIDENCE`]: mean ±
    /// t · standard error, clamped to possible values, where t is the quantile of Student's distribution with runs − 1
    /// degrees of freedom.
    pub fn interval(&self) -> (f64, f64) {
        let half = self.half_width();
        ((self.mean - half).max(self.least), (self.mean + half).min(self.most))
    }

    fn half_width(&self) -> f64 {
        if self.is_exact { 0.0 } else { quantile(self.runs - 1) * self.standard_error }
    }

    /// Half the width of the unclamped interval divided by the mean; 0 if exact.
    pub fn relative_half_width(&self) -> f64 {
        if self.half_width() > 0.0 { self.half_width() / self.mean } else { 0.0 }
    }

    /// The mean rounded to its significant digits: `≈ 5.06e22`, or the plain number if exact.
    pub fn rounded(&self) -> String {
        let Estimate { mean, is_exact, .. } = *self;
        if is_exact {
            return format!("{mean:.0}");
        }
        // The last digit has about the magnitude of half the width of the interval.
        let width = match self.relative_half_width() {
            0.0 => 1e-9,
            width => width.clamp(1e-16, 1.0),
        };
        let digits = -width.log10().floor() as usize;
        let text = format!("{mean:.digits$e}");
        let rounded: f64 = text.parse().unwrap_or(mean);
        match rounded {
            ..WRITTEN_OUT if rounded.fract() == 0.0 => format!("≈ {rounded:.0}"),
            ..WRITTEN_OUT => format!("≈ {mean:.1}"),
            _ => format!("≈ {text}"),
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rounded())?;
        if self.is_exact {
            return Ok(());
        }
        write!(f, " ± {}%", percent(self.relative_half_width()))
    }
}

/// Numbers up to this size are written out.
const WRITTEN_OUT: f64 = 1e6;

/// A share in percent, rounded up to one digit, or to two if the first is 1 or 2.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent <= 0.0 {
        return "0".to_owned();
    }
    let magnitude = percent.log10().floor() as i32;
    let first = percent / 10f64.powi(magnitude);
    let place = if first < 3.0 { magnitude - 1 } else { magnitude };
    let unit = 10f64.powi(place);
    // Slightly less, so that a rounding error does not turn 0.4 into 0.5.
    let units = (percent / unit - 1e-9).ceil();
    format!("{:.*}", usize::try_from(-place).unwrap_or(0), units * unit)
}

/// Running moments (Welford 1962) of several numbers at a time.
#[derive(Debug)]
pub struct Moments {
    pub(super) runs: u64,
    means: Vec<f64>,
    /// Sums of the squares of the deviations from the mean.
    squares: Vec<f64>,
}

impl Moments {
    /// No runs yet, of this number of numbers.
    pub fn new(numbers: usize) -> Self {
        Moments { runs: 0, means: vec![0.0; numbers], squares: vec![0.0; numbers] }
    }

    /// Adds a run. The last digits of the results depend on the order of the runs.
    pub fn add(&mut self, values: &[f64]) {
        self.runs += 1;
        for ((mean, square), value) in self.means.iter_mut().zip(&mut self.squares).zip(values) {
            let before = value - *mean;
            *mean += before / self.runs as f64;
            *square += before * (value - *mean);
        }
    }

    /// The estimates of all numbers. Requires at least two runs.
    pub fn estimates(&self) -> Vec<Estimate> {
        let runs = self.runs as f64;
        let estimate = |(&mean, &square): (&f64, &f64)| Estimate {
            mean,
            standard_error: (square / (runs - 1.0) / runs).sqrt(),
            runs: self.runs,
            least: 0.0,
            most: f64::INFINITY,
            is_exact: false,
        };
        self.means.iter().zip(&self.squares).map(estimate).collect()
    }
}

// ---- Student's t distribution, for intervals from few runs

/// The two-sided quantile of the normal distribution for [`Estimate::CONFIDENCE`], that is, of order 0.975.
const NORMAL: f64 = 1.959_963_984_540_054;

/// The degrees of freedom from which the expansion around the normal quantile is accurate to ten digits.
const MANY: u64 = 200;

/// The t that |T| exceeds with probability 1 − [`Estimate::CONFIDENCE`], for `freedom` ≥ 1 degrees of freedom.
pub fn quantile(freedom: u64) -> f64 {
    static FEW: LazyLock<Vec<f64>> = LazyLock::new(|| (1..MANY).map(exact).collect());
    let few = usize::try_from(freedom).ok().and_then(|freedom| FEW.get(freedom.checked_sub(1)?));
    few.copied().unwrap_or_else(|| expansion(freedom as f64))
}

/// The quantile by bisection.
fn exact(freedom: u64) -> f64 {
    let (mut low, mut high) = (0.0, 16.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if within(middle, freedom) < Estimate::CONFIDENCE { low = middle } else { high = middle }
    }
    high
}

/// Abramowitz & Stegun 26.7.5, to the fourth order.
fn expansion(freedom: f64) -> f64 {
    let x = NORMAL;
    let square = x * x;
    let orders = [
        (square + 1.0) * x / 4.0,
        ((5.0 * square + 16.0) * square + 3.0) * x / 96.0,
        (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) * x / 384.0,
        ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0) * x
            / 92_160.0,
    ];
    x + orders.iter().rev().fold(0.0, |sum, order| (sum + order) / freedom)
}

/// The probability of |T| ≤ t: Abramowitz & Stegun 26.7.3 and 26.7.4.
fn within(t: f64, freedom: u64) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan().min(FRAC_PI_2);
    let (sine, cosine) = angle.sin_cos();
    // Odd: θ + sin θ (cos θ + 2/3 cos³ θ + …); even: sin θ (1 + 1/2 cos² θ + …).
    let is_odd = freedom % 2 == 1;
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    let mut power = freedom % 2;
    while power + 2 <= freedom {
        sum += term;
        let next = (power + 1) as f64 / (power + 2) as f64;
        term *= cosine * cosine * next;
        power += 2;
    }
    if is_odd { (angle + sine * sum) * 2.0 / PI } else { sine * sum }
}
