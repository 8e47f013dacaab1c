//! The allocator of the program: that of the system, but without memory it ends the program with a message and an exit
//! code, where Rust would abort it with a signal. Rust has no other way to handle this error (`alloc_error_hook` is
//! unstable).

use crate::error::FAILED;
use crate::output::warn;
use nqdb::internal::Page;
use std::alloc::{GlobalAlloc, Layout, System};

#[global_allocator]
static ALLOCATOR: EndingAllocator = EndingAllocator;

struct EndingAllocator;

// SAFETY: all blocks are those of `System`, which gets the arguments of its callers unchanged.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for EndingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        existing(unsafe { System.alloc(layout) }, layout, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        existing(unsafe { System.alloc_zeroed(layout) }, layout, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        existing(unsafe { System.realloc(block, layout, size) }, layout, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

/// A new block. Ends the program if there is none, unless it was a probe.
fn existing(block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
    if block.is_null() && layout.align() < align_of::<Page>() {
        end(size);
    }
    block
}

/// Ends the program without allocating: formatting numbers and writing to stderr does not.
#[cold]
fn end(size: usize) -> ! {
    warn(format_args!(
        "not enough memory: an allocation of {size} bytes failed; raise the memory limit (ulimit -v), or use fewer --jobs"
    ));
    std::process::exit(FAILED.into())
}
