/** Calls of this process to one host take turns, whichever endpoint they are for: more than four at once would be refused. */
const AT_ONCE = 4
const hosts = new Map<string, { running: number; waiting: (() => void)[] }>()

export async function inTurn<T>(host: string, call: () => Promise<T>): Promise<T> {
  const use = hosts.get(host) ?? { running: 0, waiting: [] }
  hosts.set(host, use)
  // whoever is done hands on the turn, so it is counted once
  if (use.running < AT_ONCE) use.running++
  else await new Promise<void>((go) => use.waiting.push(go))
  try {
    return await call()
  } finally {
    const next = use.waiting.shift()
    if (next) next()
    else if (--use.running === 0) hosts.delete(host)
  }
}
