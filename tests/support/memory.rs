//! The memory use of this process.

/// The peak memory of this process in bytes: `VmHWM` on Linux, which is approximate: a later reading can be lower. 0
/// on other systems.
pub fn peak() -> u64 {
    if cfg!(not(target_os = "linux")) {
        return 0;
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    1024 * line.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
}

/// The growth of the peak since an earlier reading, in bytes.
pub fn growth(earlier: u64) -> u64 {
    peak().saturating_sub(earlier)
}
