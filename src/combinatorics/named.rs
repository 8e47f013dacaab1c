//! [`named`], which defines enums whose values have names.

/// Defines an enum with `ALL` its values, in this order, and the `name` of each, as which it is displayed. If the enum is
/// followed by an error for other text, names are also parsed.
#[doc(hidden)] // For the packages of this repository.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $visibility:vis enum $type:ident {
        $($(#[$of:meta])* $variant:ident = $name:literal,)*
    } $($error:ty: $wrong:expr)?) => {
        $(#[$meta])*
        $visibility enum $type {
            $($(#[$of])* $variant,)*
        }

        impl $type {
            /// All of them, in this order.
            pub const ALL: [$type; [$($name),*].len()] = [$($type::$variant),*];

            /// The name.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        $(impl std::str::FromStr for $type {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                let wrong: fn(&str) -> $error = $wrong;
                $type::ALL.into_iter().find(|one| one.name() == text).ok_or_else(|| wrong(text))
            }
        })?
    };
}

pub use named;
