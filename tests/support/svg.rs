//! A reader of the SVG that nqdb writes. It checks that documents are well-formed and self-contained.

/// An element with its attributes, its own text and its children.
#[derive(Debug, Default)]
pub struct Element {
    /// Its name, such as `svg`.
    pub name: String,
    attributes: Vec<(String, String)>,
    /// Its own text, without that of its children.
    pub text: String,
    /// The elements in it, in order.
    pub children: Vec<Element>,
}

impl Element {
    /// An attribute, if it is given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| &**value)
    }

    /// A numeric attribute.
    pub fn number(&self, name: &str) -> f64 {
        let value = self.get(name).unwrap_or_else(|| panic!("{} has no {name}", self.name));
        value.parse().unwrap_or_else(|_| panic!("{name} is {value}"))
    }

    /// The first child of that name.
    pub fn child(&self, name: &str) -> &Element {
        self.children.iter().find(|child| child.name == name).expect("a child of that name")
    }

    /// This element and its descendants.
    pub fn all(&self) -> Vec<&Element> {
        [self].into_iter().chain(self.children.iter().flat_map(Element::all)).collect()
    }
}

/// The root of a document, checked to be complete, self-contained and titled.
pub fn read(document: &str) -> Element {
    let root = parse(document);
    assert_eq!(root.name, "svg");
    assert_eq!(root.get("xmlns"), Some("http://www.w3.org/2000/svg"));
    assert!(!root.child("title").text.is_empty());
    let (width, height) = (root.number("width"), root.number("height"));
    assert_eq!(root.get("viewBox").unwrap(), format!("0 0 {width} {height}"));
    let all = root.all();
    let ids: Vec<&str> = all.iter().filter_map(|element| element.get("id")).collect();
    for element in &all {
        let known = ["svg", "title", "defs", "g", "path", "circle", "rect", "text", "use"];
        assert!(known.contains(&&*element.name), "{} is not of those that are drawn", element.name);
        if let Some(href) = element.get("href") {
            assert!(href.strip_prefix('#').is_some_and(|id| ids.contains(&id)), "{href}");
        }
        let values = element.attributes.iter().filter(|(name, _)| name != "xmlns");
        assert!(values.into_iter().all(|(_, value)| !value.contains("//")), "{element:?}");
    }
    root
}

fn parse(document: &str) -> Element {
    let mut open = vec![Element::default()];
    for part in document.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && !tag.contains('<'), "{part}");
        if let Some(name) = tag.strip_prefix('/') {
            let closed = open.pop().expect("something is open");
            assert_eq!(closed.name, name);
            open.last_mut().expect("the document is open").children.push(closed);
        } else {
            let element = opened(tag.trim_end_matches('/'));
            if tag.ends_with('/') {
                open.last_mut().expect("the document is open").children.push(element)
            } else {
                open.push(element)
            }
        }
        open.last_mut().expect("the document is open").text += unescaped(text).trim();
    }
    assert_eq!(open.len(), 1, "{} is not closed", open[open.len() - 1].name);
    open.remove(0).children.remove(0)
}

fn opened(tag: &str) -> Element {
    let (name, mut rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let mut attributes: Vec<(String, String)> = Vec::new();
    while let Some((key, value)) = rest.trim().split_once("=\"") {
        let (value, after) = value.split_once('"').expect("a value ends");
        assert!(attributes.iter().all(|(other, _)| other != key), "{key} twice in {tag}");
        attributes.push((key.to_owned(), unescaped(value)));
        rest = after;
    }
    assert_eq!(rest.trim(), "", "{tag}");
    Element { name: name.to_owned(), attributes, ..Element::default() }
}

fn unescaped(text: &str) -> String {
    let bare = text.replace("&lt;", "").replace("&gt;", "").replace("&amp;", "");
    assert!(!bare.contains('&'), "{text}");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
