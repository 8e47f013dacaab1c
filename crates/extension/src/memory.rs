//! The allocator of the extension, which has a reserve: where an allocation fails, Rust aborts the process, and that is
//! the host's.
//!
//! If the system refuses an allocation, the allocator returns the reserve to it and tries again, so that the call that is
//! running can end. Later calls fail with SQLite's `out of memory`, until the reserve can be taken again. It is address
//! space that is never touched, so it takes no physical memory.

use nqdb::internal::{Page, SPARE};
use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::AcqRel, Ordering::Acquire};

#[global_allocator]
static ALLOCATOR: ReserveAllocator = ReserveAllocator;

/// The reserve; null if it is not held.
static RESERVE: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

/// As large as what a step of a call may need.
const LAYOUT: Layout = Layout::new::<[Page; SPARE / size_of::<Page>()]>();

/// Takes the reserve, unless it is held. Returns whether it is held now.
pub(crate) fn hold() -> bool {
    if !RESERVE.load(Acquire).is_null() {
        return true;
    }
    // SAFETY: the layout is not empty.
    let block = unsafe { System.alloc(LAYOUT) };
    let taken = RESERVE.compare_exchange(ptr::null_mut(), block, AcqRel, Acquire);
    if taken.is_err() && !block.is_null() {
        // SAFETY: the block is this one, which nothing else refers to.
        unsafe { System.dealloc(block, LAYOUT) };
    }
    taken.is_err() || !block.is_null()
}

/// Returns the reserve to the system. Returns whether it was held.
pub(crate) fn release() -> bool {
    let block = RESERVE.swap(ptr::null_mut(), AcqRel);
    if !block.is_null() {
        // SAFETY: `hold` allocated the block with this layout, and only one caller swaps it out.
        unsafe { System.dealloc(block, LAYOUT) };
    }
    !block.is_null()
}

struct ReserveAllocator;

// SAFETY: all blocks are those of `System`, which gets the arguments of its callers unchanged.
unsafe impl GlobalAlloc for ReserveAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        with_reserve(layout, || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        with_reserve(layout, || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        with_reserve(layout, || unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

/// Allocates, if necessary from the reserve. A probe gets only what is free without it.
fn with_reserve(layout: Layout, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let block = allocate();
    let is_probe = layout.align() >= align_of::<Page>();
    if block.is_null() && !is_probe && release() { allocate() } else { block }
}
