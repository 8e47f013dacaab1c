//! Numbers as people write them, for every host that reads ranks, orbit ids or permutation indices.

/// A text, and what it is read as.
#[derive(Debug)]
pub struct Written {
    /// The text.
    pub text: &'static str,
    /// The digits where one number is expected, or words of the error.
    pub alone: Result<&'static str, &'static str>,
    /// Words of the error in a list of numbers, if it differs.
    pub refused_in_list: Option<&'static str>,
}

const fn read(text: &'static str, digits: &'static str) -> Written {
    Written { text, alone: Ok(digits), refused_in_list: None }
}

/// One number, or several in a list.
const fn either(text: &'static str, digits: &'static str, words: &'static str) -> Written {
    Written { text, alone: Ok(digits), refused_in_list: Some(words) }
}

const fn refused(text: &'static str, words: &'static str) -> Written {
    Written { text, alone: Err(words), refused_in_list: None }
}

/// Texts in all hosts.
pub const WRITTEN: &[Written] = &[
    read("17000", "17000"),
    read("007", "7"),
    read("+5", "5"),
    read(" 5 ", "5"),
    read("17_000", "17000"),
    read("1_234_567", "1234567"),
    read("1\u{2009}234\u{2009}567", "1234567"),
    read("1\u{202f}234", "1234"),
    read("1\u{a0}234", "1234"),
    read("17'000", "17000"),
    read("17’123", "17123"),
    read("1,000", "1000"),
    read("17,000,123", "17000123"),
    read("123,045", "123045"),
    read("17 000 000 000", "17000000000"),
    read("17.000.000.000", "17000000000"),
    read("1.234.567", "1234567"),
    read("17,000,000,000,000,000,000", "17000000000000000000"),
    either(
        "100,200",
        "100200",
        "the comma in \"100,200\" can group digits or separate numbers: write 100200, or 100 200",
    ),
    either("1,234,567", "1234567", "write 1234567, or 1 234 567"),
    either(
        "100 200",
        "100200",
        "the blank in \"100 200\" can group digits or separate numbers: write 100200, or 100 200 without quotes",
    ),
    refused("1.000", "got \"1.000\" with a dot, which can be a decimal point"),
    refused("1.0", "got \"1.0\" with a dot, which can be a decimal point"),
    refused("1e3", "in digits, such as 1000, got \"1e3\""),
    refused("0x10", "in digits, such as 1000, got \"0x10\""),
    refused("one", "got \"one\""),
    refused(",100", "got \",100\""),
    refused("", "in digits"),
    refused(
        "1,2",
        "groups of three digits with one separator, such as 17,000,000, got \"1,2\" with a comma",
    ),
    refused("17,00", "with a comma"),
    refused("17,0000", "with a comma"),
    refused("1700,000", "with a comma"),
    refused("1,000,", "with a comma"),
    refused("0,001", "with a comma"),
    refused("1__000", "with an underscore"),
    refused("1 2 3", "with a blank"),
    refused("1\u{a0}00", "with a no-break space"),
    refused("1\u{2009}00", "with a thin space"),
    refused("1\u{202f}00", "with a narrow no-break space"),
    refused("1'00", "with an apostrophe"),
    refused("1.2.3", "with a dot"),
    refused("17,000.000", "with a comma and a dot"),
    refused("1,000_000", "with an underscore and a comma"),
    refused("1,000.5", "with a comma and a dot"),
];

/// Integers that are not ranks of the board N = 8, nor orbit ids, and their digits in messages.
pub const OUTSIDE: &[(&str, &str)] = &[
    ("0", "0"),
    ("-5", "-5"),
    ("-1,000", "-1000"),
    ("93", "93"),
    ("1,000", "1000"),
    ("18446744073709551615", "18446744073709551615"),
    ("18446744073709551616", "18446744073709551616"),
    ("18_446_744_073_709_551_617", "18446744073709551617"),
    ("-99999999999999999999999", "-99999999999999999999999"),
];
