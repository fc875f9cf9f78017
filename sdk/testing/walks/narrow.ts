/** Compares once after all of a walk, and only on a difference halves it until it is known who made the difference. */

export interface Walk {
  /** What is wrong with single answers; they name their route. */
  wrong: string[]
  /** What is different after all of it; nobody knows yet by whom. */
  changed: string[]
}

/**
 * @param walk does these, and compares; `first` is false for the closer look, which needs new records where the walk used some up
 * @returns the lines, those of a change with the name of who made it; where it takes several together, with all of their names
 */
export async function narrowed<T>(all: T[], nameOf: (one: T) => string, walk: (some: T[], first: boolean) => Promise<Walk>): Promise<string[]> {
  if (all.length === 0) return []
  const { wrong, changed } = await walk(all, true)
  return changed.length ? [...wrong, ...(await closer(all, changed))] : wrong

  async function closer(some: T[], lines: string[]): Promise<string[]> {
    if (some.length === 1) return lines.map((line) => `${nameOf(some[0]!)}: ${line}`)
    const middle = Math.ceil(some.length / 2)
    const found: string[] = []
    for (const half of [some.slice(0, middle), some.slice(middle)]) {
      const { changed } = await walk(half, false)
      if (changed.length) found.push(...(await closer(half, changed)))
    }
    return found.length ? found : lines.map((line) => `one of ${some.map(nameOf).join(', ')}: ${line}`)
  }
}
