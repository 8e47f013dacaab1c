//! Whether memory is left, for work that would otherwise abort the process or its host.

/// A unit of memory that is only probed. Its alignment sets probes apart from allocations that must succeed: a global
/// allocator that ends the process instead of failing, as that of the program does, lets them fail.
#[repr(align(4096))]
#[derive(Debug)]
pub struct Page(pub [u8; 4096]);

/// The memory in bytes that must be free for work that allocates as it goes. Large enough for glibc to give it back, which
/// would keep up to 32 MiB in its heap.
pub const SPARE: usize = 64 << 20;

/// Whether this many bytes can be allocated, at this moment.
pub fn has_memory(bytes: usize) -> bool {
    Vec::<Page>::new().try_reserve_exact(bytes.div_ceil(size_of::<Page>())).is_ok()
}
