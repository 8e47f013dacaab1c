// For `tests/browser/run types`: the scripts know which element an id or a selector names, and elements convert values.
interface EventTarget { [property: string]: any }
interface Node { contains(other: any): boolean }
interface Element {
  [property: string]: any
  setAttribute(name: string, value: unknown): void
}
