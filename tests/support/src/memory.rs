//! The memory use of this process.

/// The peak memory of this process in bytes: `VmHWM` on Linux.
pub fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    1024 * line.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
}
