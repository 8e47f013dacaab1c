//! A board that is not a solution: `/8/of/1,2,3,4,5,6,7,8`. Its page draws the queens that attack each other.

use crate::failure::Failure;
use crate::page::{Frame, View, board, counted, joined};
use crate::request::Url;
use crate::response::{Keep, Response};
use crate::task::{Cost, Deadline, Step, Task};
use maud::{Markup, html};
use nqdb::{BoardSize, Condition, Conditions, attacks, search::count_matching};
use std::time::Duration;

/// The most attacks that are listed.
const LISTED: usize = 6;

/// How long the page waits for the number of solutions with the other queens.
const PATIENCE: Duration = Duration::from_millis(100);

/// One queen in each column, some of which attack each other.
#[derive(Clone)]
pub(crate) struct Mistake {
    /// The rows, 1-based.
    rows: Vec<u8>,
    /// The pairs of columns whose queens attack each other with no queen between them, 1-based.
    attacks: Vec<(usize, usize)>,
}

impl Mistake {
    /// A board with a queen in each of these rows, 1-based; `None` if it does not have N of them, or no two attack each
    /// other.
    pub(crate) fn new(n: BoardSize, rows: &[u64]) -> Option<Self> {
        let inside = |&row: &u64| {
            u8::try_from(row).ok().filter(|row| (1..=n.get()).contains(&(*row).into()))
        };
        let rows = rows.iter().map(inside).collect::<Option<Vec<u8>>>()?;
        if rows.len() != n.get() {
            return None;
        }
        let below: Vec<u32> = rows.iter().map(|&row| u32::from(row) - 1).collect();
        let attacks = attacks(&below).into_iter().map(|(left, right)| (left + 1, right + 1));
        let attacks: Vec<_> = attacks.collect();
        (!attacks.is_empty()).then_some(Mistake { rows, attacks })
    }

    /// Why it is not a solution.
    pub(crate) fn failure(&self) -> Failure {
        let (left, right) = self.attacks[0];
        let square = |column: usize| format!("column {column} (row {})", self.rows[column - 1]);
        let message =
            format!("the queens in {} and {} attack each other", square(left), square(right));
        Failure::new(404, "not_a_solution", message)
    }

    fn n(&self) -> usize {
        self.rows.len()
    }

    fn is_attacked(&self, column: usize) -> bool {
        self.attacks.iter().any(|&(left, right)| left == column || right == column)
    }

    /// The queens that attack no other one, as conditions.
    fn fine(&self) -> Vec<Condition> {
        let queens = (1..).zip(&self.rows).filter(|(column, _)| !self.is_attacked(*column));
        let fine = queens.map(|(column, &row)| (column as u64, row.into()));
        fine.map(|(column, row)| Condition::Queen { column, row }).collect()
    }
}

/// The page of the mistake, with status 404 because the URL names a solution.
pub(crate) fn page_of(url: Url, mistake: Mistake) -> Step {
    let task = Task::new(url, Cost::Overview, move |url, host| {
        let n = BoardSize::new(mistake.n() as u64)?;
        let fine = mistake.fine();
        let conditions = Conditions::new(n, fine.iter().copied())?;
        let solutions = count_matching(&conditions, &Deadline::after(&host.watch, PATIENCE)).ok();
        let frame = url.frame(Some(n), format!("{n} queens, not a solution"), &[]);
        let page = page(&frame, &mistake, &fine, solutions);
        Ok(Response { status: 404, ..Response::page(&frame, Keep::No, page) })
    });
    Step::Work(task)
}

fn page(frame: &Frame, mistake: &Mistake, fine: &[Condition], solutions: Option<u64>) -> Markup {
    let (base, n) = (&*frame.base, mistake.n());
    let texts = joined(fine, ",");
    let find = if texts.is_empty() { texts } else { format!("/find/{texts}") };
    let body = html! {
        main #main .two {
            section.stage {
                h1 { "Not a solution" }
                (picture(mistake))
            }
            div.side {
                section.card {
                    h2 { (counted(mistake.attacks.len() as u64, "attack")) }
                    ul.lines {
                        @for &(left, right) in mistake.attacks.iter().take(LISTED) {
                            li {
                                "Columns " (left) " and " (right) ", same "
                                @if mistake.rows[left - 1] == mistake.rows[right - 1] { "row" } @else { "diagonal" }
                            }
                        }
                        @if mistake.attacks.len() > LISTED { li { "and " (mistake.attacks.len() - LISTED) " more" } }
                    }
                }
                section.card {
                    h2 { "The other queens" }
                    p {
                        @if fine.is_empty() { "Every queen is attacked." }
                        @else {
                            (fine.len()) " of " (n) " queens attack no other queen. "
                            @match solutions {
                                Some(0) => "No solution contains all of them.",
                                Some(1) => "One solution contains them.",
                                Some(solutions) => { (counted(solutions, "solution")) " contain them." },
                                None => {},
                            }
                        }
                    }
                    p.tools { a.button href={ (base) "/" (n) (find) } { "Continue from there" } }
                }
            }
        }
    };
    frame.around(View::Place, body)
}

/// The board; the queens that attack each other are on red squares, with lines between them.
fn picture(mistake: &Mistake) -> Markup {
    let n = mistake.n();
    let square = |column: usize| (column, mistake.rows[column - 1].into());
    let pairs = mistake.attacks.iter().map(|&(left, right)| [square(left), square(right)]);
    html! {
        svg.board.chequered viewBox=(board::view_box(n)) role="img" aria-label=(board::name(&mistake.rows)) {
            (board::numbers(n))
            g.men {
                (board::squares(n))
                @for (column, &row) in (1..).zip(&mistake.rows) {
                    g.square.wrong[mistake.is_attacked(column)] {
                        rect x=(column - 1) y=(row - 1) width="1" height="1" {}
                        (board::queen(column, row.into()))
                    }
                }
                (board::clashes(pairs))
            }
        }
    }
}
