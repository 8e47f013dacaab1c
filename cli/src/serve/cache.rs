//! A cache of responses that are facts, with least-recently-used eviction.

use hashlink::LruCache;
use nqdb::internal::lock;
use nqdb_explorer::Response as Answer;
use std::sync::{Arc, Mutex};

/// The most bytes of all cached responses, with their keys.
const LARGEST: usize = 32 << 20;

/// Larger responses are not cached.
const LARGEST_ANSWER: usize = 256 << 10;

/// Approximate bytes of a response besides its body and key.
const OVERHEAD: usize = 200;

/// Responses by cache key, at most 32 MiB.
pub(crate) struct AnswerCache(Mutex<Kept>);

struct Kept {
    answers: LruCache<String, Arc<Answer>>,
    bytes: usize,
}

impl AnswerCache {
    pub(crate) fn new() -> Self {
        AnswerCache(Mutex::new(Kept { answers: LruCache::new_unbounded(), bytes: 0 }))
    }

    /// The response for a key, if it has this tag; one with another tag is out of date.
    pub(crate) fn get(&self, address: &str, etag: &str) -> Option<Arc<Answer>> {
        let mut kept = lock(&self.0);
        kept.answers.get(address).filter(|answer| answer.etag() == Some(etag)).cloned()
    }

    /// Caches a response, if it is a fact, which has a tag.
    pub(crate) fn insert(&self, address: String, answer: &Arc<Answer>) {
        let size = |address: &str, answer: &Answer| address.len() + answer.body.len() + OVERHEAD;
        if answer.etag().is_none() || size(&address, answer) > LARGEST_ANSWER {
            return;
        }
        let mut kept = lock(&self.0);
        kept.bytes += size(&address, answer);
        if let Some(old) = kept.answers.insert(address.clone(), Arc::clone(answer)) {
            kept.bytes -= size(&address, &old);
        }
        while kept.bytes > LARGEST {
            let Some((address, answer)) = kept.answers.remove_lru() else { break };
            kept.bytes -= size(&address, &answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(len: usize, etag: &str) -> Arc<Answer> {
        let headers = vec![("etag", etag.to_owned().into())];
        Arc::new(Answer { status: 200, headers, body: vec![b'x'; len].into() })
    }

    #[test]
    fn an_answer_with_another_tag_is_out_of_date() {
        let cache = AnswerCache::new();
        cache.insert("/8/57".to_owned(), &answer(10, "a"));
        assert!(cache.get("/8/57", "a").is_some());
        assert!(cache.get("/8/57", "b").is_none());
        cache.insert("/8/57".to_owned(), &answer(20, "b"));
        assert_eq!(cache.get("/8/57", "b").unwrap().body.len(), 20);
    }

    #[test]
    fn the_least_recently_used_answers_go_first() {
        let cache = AnswerCache::new();
        let (len, fitting) = (200_000, LARGEST / 200_210);
        for number in 0..fitting {
            cache.insert(format!("{number:010}"), &answer(len, "a"));
        }
        assert!(cache.get("0000000000", "a").is_some(), "used just now");
        cache.insert("one more".to_owned(), &answer(len, "a"));
        assert!(cache.get("0000000000", "a").is_some());
        assert!(cache.get("0000000001", "a").is_none());
        cache.insert("huge".to_owned(), &answer(LARGEST_ANSWER, "a"));
        assert!(cache.get("huge", "a").is_none());
        assert!(cache.0.lock().unwrap().bytes <= LARGEST);
    }
}
