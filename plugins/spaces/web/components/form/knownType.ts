/** A type of space that a plugin brings, as the form asks for it. */
export interface KnownType {
  key: string
  views: readonly string[]
}
