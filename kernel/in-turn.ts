/** Few at once, the others in line: for work of which a flood would leave nothing to everybody else. */
export function inTurn(atOnce: number) {
  let free = atOnce
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((go) => line.push(go))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else free++
    }
  }
}
