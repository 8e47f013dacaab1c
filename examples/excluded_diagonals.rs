//! Answers all instances of the Excluded Diagonals Problem in directories of CSPLib's problem 79, and compares the
//! answers with the published ones: `cargo run --release --example excluded_diagonals RESULTS DIRECTORY…`
//!
//! The directories are the unpacked files `data/diag-N.tar.gz`, and RESULTS is `results/run-diags-shiftqueens-processed.txt`,
//! unpacked. The first D diagonals of a file are an instance for each D. Prints for each directory the number of
//! instances, of those with a completion, and of those that are published; the median and the longest time on one
//! thread; and the instance that takes longest.

use nqdb::NoWatch;
use nqdb::completion::{Instance, complete};
use std::collections::HashMap;
use std::fs::{read_dir, read_to_string};
use std::time::{Duration, Instant};

/// Board size, number of diagonals, number of the file.
type Key = (usize, usize, usize);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [results, directories @ ..] = &words[..] else {
        return Err("expected the file of results and directories".into());
    };
    let published = published(&read_to_string(results)?)?;
    println!("n,instances,completable,published,median_micros,longest_micros,longest");
    for directory in directories {
        let mut summary = Summary::default();
        for entry in read_dir(directory)? {
            let path = entry?.path();
            let name =
                path.file_stem().and_then(|name| name.to_str()).ok_or("expected a file name")?;
            answer(name, &read_to_string(&path)?, &published, &mut summary)?;
        }
        println!("{}", summary.line()?);
    }
    Ok(())
}

#[derive(Default)]
struct Summary {
    n: usize,
    instances: usize,
    completable: usize,
    published: usize,
    times: Vec<(Duration, String)>,
}

impl Summary {
    fn line(&mut self) -> Result<String, &'static str> {
        let Summary { n, instances, completable, published, times } = self;
        times.sort();
        let (longest, name) = times.last().ok_or("expected a directory with instances")?;
        let median = times[times.len() / 2].0.as_micros();
        let longest = longest.as_micros();
        Ok(format!("{n},{instances},{completable},{published},{median},{longest},{name}"))
    }
}

/// The published answers: whether an instance has a completion.
fn published(text: &str) -> Result<HashMap<Key, bool>, Box<dyn std::error::Error>> {
    let mut answers = HashMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |name: &str| {
            let at = words.iter().position(|word| word.ends_with(name));
            at.and_then(|at| words.get(at + 1)).ok_or(format!("expected {name} in {line}"))
        };
        let (solutions, timeout) = (after("Solutions:")?, after("Timeout:")?);
        // Board size, number of diagonals, squares left in each line, number of the file.
        let key = (words[0].parse()?, words[1].parse()?, words[3].parse()?);
        if *timeout == "0"
            && answers
                .insert(key, *solutions != "0")
                .is_some_and(|other| other != (*solutions != "0"))
        {
            return Err(format!("two different answers: {line}").into());
        }
    }
    Ok(answers)
}

/// Answers the instances of a file.
fn answer(
    name: &str,
    text: &str,
    published: &HashMap<Key, bool>,
    summary: &mut Summary,
) -> Result<(), Box<dyn std::error::Error>> {
    let all = Instance::parse_csplib(text)?;
    let conditions =
        text.lines().find_map(|line| line.strip_prefix("numdiags =")).ok_or("expected numdiags")?;
    let file = name.rsplit('-').next().unwrap_or(name).parse()?;
    summary.n = all.n();
    for count in 0..=conditions.trim().parse()? {
        let line = format!("numdiags ={conditions}");
        let instance =
            Instance::parse_csplib(&text.replace(&line, &format!("numdiags = {count}")))?;
        let began = Instant::now();
        let completion = complete(&instance, 1, &NoWatch)?;
        summary.times.push((began.elapsed(), format!("{name} {count}")));
        let is_completable = completion
            .is_some_and(|found| instance.is_met_by(&found) && found.solution().is_some());
        summary.instances += 1;
        summary.completable += usize::from(is_completable);
        if let Some(&expected) = published.get(&(all.n(), count, file)) {
            summary.published += 1;
            if is_completable != expected {
                return Err(format!(
                    "{name}, {count} diagonals: published {expected}, got {is_completable}"
                )
                .into());
            }
        }
    }
    Ok(())
}
