//! `/go?n=8&q=57`: redirects from the search field, which takes a rank, queens or squares.

use crate::asked::{Asked, joined, number};
use crate::failure::Failure;
use crate::response::{Keep, Response};
use crate::task::Step;
use nqdb::BoardSize;

pub(crate) fn go(asked: Asked) -> Result<Step, Failure> {
    let n = asked.query().required("n")?;
    let q = asked.query().text("q")?.unwrap_or_default();
    let n = number(&n).and_then(|n| BoardSize::new(n).ok());
    let n = n.ok_or_else(|| Failure::invalid("expected a board size, such as n=8"))?;
    let words: Vec<&str> = q.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    let to = match &words[..] {
        words if is_grouped(words) => format!("/{n}/{}", words.concat()),
        [] => format!("/{n}"),
        words if words.iter().any(|word| word.contains('=')) => {
            format!("/{n}/find/{}", words.join(","))
        }
        [rank] if number(rank).is_some() => format!("/{n}/{rank}"),
        _ => match nqdb::parse_queens(&q) {
            Ok(queens) => format!("/{}/of/{}", queens.n(), joined(queens.queens(), ",")),
            Err(error) => {
                let expected = "expected a rank such as 57, squares such as 3=5 7!=4, or queens";
                return Err(Failure::invalid(format!("{expected}: {error}")));
            }
        },
    };
    Ok(Step::Ready(Response::redirect(&asked, 302, &to, Keep::No)))
}

/// Whether words are a number with a comma before every three digits, such as 17,000,000,000. A row has at most two
/// digits.
fn is_grouped(words: &[&str]) -> bool {
    let is_digits = |word: &&str| number(word).is_some();
    words.len() > 1 && words.iter().all(is_digits) && words[1..].iter().all(|word| word.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::is_grouped;

    #[test]
    fn ranks_may_have_commas() {
        assert!(is_grouped(&["17", "000", "000", "000"]));
        assert!(is_grouped(&["1", "234"]));
        for words in [&["1"][..], &["1", "3"], &["123", "45"], &["1", "abc"], &[]] {
            assert!(!is_grouped(words), "{words:?}");
        }
    }
}
