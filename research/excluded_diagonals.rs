//! Answers all instances of the Excluded Diagonals Problem in directories of CSPLib's problem 79, and compares the
//! answers with the published ones: `cargo run --release -p nqdb-research --bin excluded_diagonals RESULTS DIRECTORY…`
//!
//! The directories are the unpacked files `data/diag-N.tar.gz`, and RESULTS is `results/run-diags-shiftqueens-processed.txt`,
//! unpacked. The first D diagonals of a file are an instance for each D. Prints for each directory the number of
//! instances, of those with a completion, and of those that are published; the median and the longest time on one
//! thread; and the instance that takes longest. LINES=K in the environment adds lines for benches/peers/completion.py:
//! K instances of each directory, evenly spaced, and the K that take longest.

use nqdb::watch::NoWatch;
use nqdb_completion::{PartialBoard, complete};
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
    let lines: usize = std::env::var("LINES").map_or(Ok(0), |text| text.parse())?;
    println!("n,instances,completable,published,median_micros,longest_micros,longest");
    for directory in directories {
        let mut summary = Summary::default();
        let files = read_dir(directory)?.map(|entry| Ok(entry?.path()));
        let mut files = files.collect::<std::io::Result<Vec<_>>>()?;
        files.sort();
        for path in files {
            let name =
                path.file_stem().and_then(|name| name.to_str()).ok_or("expected a file name")?;
            answer(name, &read_to_string(&path)?, &published, &mut summary)?;
        }
        let step = summary.answered.len() / lines.max(1);
        for place in 0..lines {
            println!("{}", summary.answered[place * step].json(summary.n, "evenly spaced"));
        }
        println!("{}", summary.line()?);
        for answered in summary.answered.iter().rev().take(lines) {
            println!("{}", answered.json(summary.n, "the longest"));
        }
    }
    Ok(())
}

struct Answered {
    time: Duration,
    /// The name of the file and the number of diagonals.
    name: String,
    instance: PartialBoard,
    is_completable: bool,
}

impl Answered {
    /// A line for benches/peers/completion.py.
    fn json(&self, n: usize, which: &str) -> String {
        let Answered { time, instance, is_completable, .. } = self;
        let answer = if *is_completable { "some" } else { "none" };
        let ms = time.as_secs_f64() * 1e3;
        format!(
            r#"{{"family":"N = {n}, {which}","n":{n},"conditions":"{instance}","unique":false,"answer":"{answer}","ms":{ms}}}"#
        )
    }
}

#[derive(Default)]
struct Summary {
    n: usize,
    completable: usize,
    published: usize,
    answered: Vec<Answered>,
}

impl Summary {
    fn line(&mut self) -> Result<String, &'static str> {
        let Summary { n, completable, published, answered } = self;
        answered.sort_by_key(|answered| answered.time);
        let longest = answered.last().ok_or("expected a directory with instances")?;
        let (instances, median) = (answered.len(), answered[answered.len() / 2].time.as_micros());
        let (time, name) = (longest.time.as_micros(), &longest.name);
        Ok(format!("{n},{instances},{completable},{published},{median},{time},{name}"))
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
    let all = PartialBoard::parse_csplib(text)?;
    let conditions =
        text.lines().find_map(|line| line.strip_prefix("numdiags =")).ok_or("expected numdiags")?;
    let file = name.rsplit('-').next().unwrap_or(name).parse()?;
    summary.n = all.n();
    for count in 0..=conditions.trim().parse()? {
        let line = format!("numdiags ={conditions}");
        let instance =
            PartialBoard::parse_csplib(&text.replace(&line, &format!("numdiags = {count}")))?;
        let began = Instant::now();
        let completion = complete(&instance, 1, &NoWatch)?;
        let time = began.elapsed();
        let is_completable = completion
            .is_some_and(|found| instance.is_met_by(&found) && found.solution().is_some());
        let label = format!("{name} {count}");
        summary.answered.push(Answered { time, name: label, instance, is_completable });
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
