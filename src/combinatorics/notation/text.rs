//! Parts of a text: lines, words, numbers, letters; and its encoding.

use crate::combinatorics::invalid::Invalid;
use crate::combinatorics::numbers::parse_digits;
use std::ops::Range;

/// Bytes of a text.
pub(super) type Span = Range<usize>;

/// The lines of a part, without their ends.
pub(super) fn lines(text: &str, part: Span) -> impl Iterator<Item = Span> {
    let mut start = part.start;
    text[part].split_inclusive('\n').map(move |line| {
        let begin = start;
        start += line.len();
        begin..begin + line.trim_end_matches(['\n', '\r']).len()
    })
}

/// The parts between characters, some of which may be empty.
pub(super) fn split(text: &str, part: Span, is_end: impl Fn(char) -> bool) -> Vec<Span> {
    let (mut start, mut parts) = (part.start, Vec::new());
    for (place, c) in text[part.clone()].char_indices().filter(|&(_, c)| is_end(c)) {
        parts.push(start..part.start + place);
        start = part.start + place + c.len_utf8();
    }
    parts.push(start..part.end);
    parts
}

/// The words between blanks.
pub(super) fn words(text: &str, part: Span) -> Vec<Span> {
    let mut words = split(text, part, char::is_whitespace);
    words.retain(|word| !word.is_empty());
    words
}

pub(super) fn chars(text: &str, part: Span) -> impl Iterator<Item = (Span, char)> {
    let start = part.start;
    text[part]
        .char_indices()
        .map(move |(place, c)| (start + place..start + place + c.len_utf8(), c))
}

/// The part without blanks at its ends.
pub(super) fn trimmed(text: &str, part: Span) -> Span {
    let start = part.end - text[part.clone()].trim_start().len();
    start..start + text[part].trim().len()
}

/// Whether text is decimal digits only.
pub(super) fn is_whole_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A whole number, also as other programs print floating-point numbers: `2`, `2.`, `2.0`, `2.0e+00`.
pub(super) fn number(word: &str) -> Option<u64> {
    let is_float = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
    let is_number = word.starts_with(|c: char| c.is_ascii_digit()) && word.bytes().all(is_float);
    if !is_number || word.len() > 1 && word.starts_with('0') && !word.contains('.') {
        return None;
    }
    let float = || word.parse().ok().filter(|x: &f64| x.fract() == 0.0 && *x < 9e15);
    parse_digits(word).or_else(|| float().map(|whole| whole as u64))
}

/// The letters of a 0-based column: a … z, aa … az, ba …
pub(crate) fn letters(column: usize) -> String {
    let last = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// Words that may say that a board is turned, reversed or transposed, or from where it is counted.
const TURNS: &str = "\
    col cols column columns row rows files xs ys axis coordinate coordinates horizontal vertical \
    reverse reversed rev transpose transposed mirror mirrored flip flipped rotate rotated rotation turned \
    clockwise counterclockwise anticlockwise reflection reflected orientation symmetry upside inverted backwards \
    bottom top right left rtl vertically horizontally black index inverse inv origin offset zero base based \
    spalte spalten zeile zeilen reihe reihen linie linien links rechts oben unten gespiegelt spiegelung gedreht \
    umgekehrt rückwärts transponiert waagerecht waagrecht senkrecht kopf nullbasiert colonne colonnes ligne lignes \
    rangée rangées gauche droite haut bas inversé miroir transposé tourné columna columnas fila filas renglón \
    izquierda derecha arriba abajo revés espejo reflejado invertido traspuesto transpuesto coluna colunas linha \
    linhas esquerda direita cima baixo espelhado contrário transposto riga righe colonna sinistra destra alto basso \
    specchio riflesso trasposto";

/// Whether a text, perhaps in snake or camel case, has one of these words. It is not passed over.
pub(super) fn may_turn(text: &str) -> bool {
    if !text.contains(char::is_alphabetic) {
        return false;
    }
    let mut words = String::new();
    for c in text.chars() {
        if c.is_uppercase() && words.ends_with(char::is_lowercase) {
            words.push(' ');
        }
        words.push(if c.is_alphanumeric() { c } else { ' ' });
    }
    words.to_lowercase().split_whitespace().any(|word| TURNS.split(' ').any(|turn| turn == word))
}

/// Some programs write it before text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of some bytes.
///
/// # Errors
/// [`Invalid::NotText`], or [`Invalid::Utf16`] and [`Invalid::Gzip`] for bytes in that encoding.
pub fn utf_8(bytes: &[u8]) -> Result<&str, Invalid> {
    std::str::from_utf8(bytes).map_err(|_| not_text(bytes))
}

/// The error for bytes that are not UTF-8.
pub(super) fn not_text(bytes: &[u8]) -> Invalid {
    let is_utf_16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if is_utf_16 {
        return Invalid::Utf16;
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Invalid::Gzip;
    }
    let valid = std::str::from_utf8(bytes).err().map_or(bytes.len(), |error| error.valid_up_to());
    Invalid::NotText { byte: valid + 1 }
}
