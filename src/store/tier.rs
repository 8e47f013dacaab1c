use crate::block::Codec;
use crate::combinatorics::BoardSize;
use serde::Serialize;
use std::fmt;

/// What a database keeps of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BuildTier {
    /// Every solution of the first half.
    Stored,
    /// How many solutions and orbits begin with each prefix of a few queens; the few thousand
    /// solutions around an answer are searched again.
    Indexed,
}

/// The largest board that is stored without being asked.
const LAST_USUALLY_STORED: usize = 16;

impl BuildTier {
    /// Stored up to N = 16, indexed beyond.
    pub fn usual(n: BoardSize) -> Self {
        if n.get() <= LAST_USUALLY_STORED { BuildTier::Stored } else { BuildTier::Indexed }
    }

    /// As the `board` table says it.
    pub(super) fn name(self) -> &'static str {
        match self {
            BuildTier::Stored => "stored",
            BuildTier::Indexed => "indexed",
        }
    }

    /// How its blocks are made.
    pub(super) fn codec(self) -> Codec {
        match self {
            BuildTier::Stored => Codec::Tree,
            BuildTier::Indexed => Codec::Cells,
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        [BuildTier::Stored, BuildTier::Indexed].into_iter().find(|tier| tier.name() == name)
    }
}

impl fmt::Display for BuildTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
