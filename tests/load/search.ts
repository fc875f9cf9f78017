/** How long a search takes, through the whole house, with the counts of the page: words that stand in every post are the worst there is. */
import { n } from './measure.ts'
import { cpuOf, type Running } from './processes.ts'

const SEARCHES: Record<string, (i: number) => string> = {
  'one word': (i) => word(i),
  'two words': (i) => `${word(i)} ${word(i + 5)}`,
  'three words': (i) => `${word(i)} ${word(i + 5)} ${word(i + 9)}`,
  'a rare word': (i) => `${1000 + i * 37}`,
  'a mistyped word': (i) => word(i).slice(0, 2) + word(i)[3] + word(i)[2] + word(i).slice(4),
  'two words of the last month': (i) => `${word(i)} ${word(i + 5)} after:30d type:post`,
}
const WORDS = ['glaze', 'kiln', 'wheel', 'firing', 'bisque', 'handle', 'texture', 'studio', 'porcelain', 'stoneware', 'shelf', 'cobalt', 'trimming', 'celadon']
const word = (i: number) => WORDS[i % WORDS.length]!
const EACH = 60
/** Side by side, as many as there are cores. */
const AT_ONCE = 2

/**
 * @param database pid of its server
 * @param cookies of members, who take turns: each may only search so often
 */
export async function benchSearch({ url, pid }: Running, database: number, cookies: readonly string[]): Promise<void> {
  console.log('\n| search of | p50 ms | p95 ms (goal ≤ 150) | CPU ms: server + database | failed |\n|---|---|---|---|---|')
  let turn = 0
  for (const [name, textOf] of Object.entries(SEARCHES)) {
    const times: number[] = []
    let failed = 0
    const one = async (i: number) => {
      const started = performance.now()
      const response = await fetch(`${url}/internal_api/search?${new URLSearchParams({ text: textOf(i), counts: '1' })}`, {
        headers: { accept: 'application/json', cookie: `atrium_session=${cookies[turn++ % cookies.length]}` },
      })
      await response.arrayBuffer()
      times.push(performance.now() - started)
      if (!response.ok) failed++
    }
    await one(0)
    times.length = 0
    const before = [cpuOf([pid]), cpuOf([database])] as const
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, first) => {
        for (let i = first; i < EACH; i += AT_ONCE) await one(i)
      }),
    )
    const [server, stored] = [(cpuOf([pid]) - before[0]) / EACH, (cpuOf([database]) - before[1]) / EACH]
    times.sort((a, b) => a - b)
    console.log(
      `| ${name} | ${n(times[Math.floor(times.length / 2)]!)} | ${n(times[Math.floor(times.length * 0.95)]!)} | ${n(server, 1)} + ${n(stored, 1)} | ${failed} |`,
    )
  }
}
