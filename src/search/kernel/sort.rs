//! Sorts nearly random numbers: by radix on the highest bits, then by comparison on the few ties.

/// Bits per digit. The counters of a pass take half of the first-level cache.
const DIGIT: u32 = 12;

/// Digits sorted by radix. The solutions of a batch rarely agree in 24 bits.
const DIGITS: u32 = 2;

/// Sorts numbers, using `spare` as scratch space of the same length. O(length) if most differ in their highest bits.
pub(super) fn sort(numbers: &mut [u64], spare: &mut Vec<u64>) {
    if numbers.len() < 1 << (DIGIT - 2) {
        return numbers.sort_unstable();
    }
    if spare.len() < numbers.len() {
        spare.resize(numbers.len(), 0);
    }
    let spare = &mut spare[..numbers.len()];
    let differing = numbers.iter().fold(0, |bits, &number| bits | (number ^ numbers[0]));
    let low = (u64::BITS - differing.leading_zeros()).saturating_sub(DIGIT * DIGITS);
    distribute(numbers, spare, low);
    distribute(spare, numbers, low + DIGIT);
    for ties in numbers.chunk_by_mut(|a, b| a >> low == b >> low) {
        if ties.len() > 1 {
            ties.sort_unstable();
        }
    }
}

/// Sorts numbers stably by the digit that begins at bit `at`.
fn distribute(from: &[u64], to: &mut [u64], at: u32) {
    let digit = |number: u64| (number >> at) as usize % (1 << DIGIT);
    let mut places = [0u32; 1 << DIGIT];
    for &number in from {
        places[digit(number)] += 1;
    }
    let mut sum = 0;
    for place in &mut places {
        sum += std::mem::replace(place, sum);
    }
    for &number in from {
        let place = &mut places[digit(number)];
        to[*place as usize] = number;
        *place += 1;
    }
}
