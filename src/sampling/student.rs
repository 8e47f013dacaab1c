//! Student's t distribution, for confidence intervals from few runs.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::LazyLock;

/// The probability that an interval contains the true number.
pub(super) const CONFIDENCE: f64 = 0.95;

/// The two-sided quantile of the normal distribution for [`CONFIDENCE`], that is, of order 0.975.
const NORMAL: f64 = 1.959_963_984_540_054;

/// The degrees of freedom from which the expansion around the normal quantile is accurate to ten digits.
const MANY: u64 = 200;

/// The t that |T| exceeds with probability 1 − `CONFIDENCE`, for `freedom` ≥ 1 degrees of freedom.
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
        if within(middle, freedom) < CONFIDENCE { low = middle } else { high = middle }
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
