/** How a side of a comparison is loaded, and how its figures are told. */
import autocannon from 'autocannon'
import { cpuOf, type Running } from './processes.ts'

export interface Result {
  rate: number
  p50: number
  p99: number
  /** ms a request: of the server, and of PostgreSQL. */
  server: number
  database: number
  failed: number
}

/** @param database pid of the server that the load asks too; 0 for none */
export async function load(server: Running, database: number, requests: autocannon.Request[], connections: number, seconds: number): Promise<Result> {
  const before = [cpuOf([server.pid]), database ? cpuOf([database]) : 0] as const
  // Each connection has a part of the list, so that no two are the same person at once. Whole lists for all would be written down
  // at the beginning, for a second and more, while the first answers wait to be read.
  let connection = 0
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    idReplacement: true,
    requests: requests.slice(0, 1),
    headers: { origin: server.url },
    setupClient: (client) => {
      const share = Math.max(1, Math.floor(requests.length / connections))
      const start = (connection++ * share) % requests.length
      client.setRequests(requests.slice(start, start + share))
    },
  })
  // that nothing has changed is an answer too
  const good = result['2xx'] + result['3xx']
  return {
    rate: good / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    server: (cpuOf([server.pid]) - before[0]) / good,
    database: ((database ? cpuOf([database]) : 0) - before[1]) / good,
    failed: result.non2xx - result['3xx'] + result.errors,
  }
}
const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
const FIGURES = ['rate', 'p50', 'p99', 'server', 'database', 'failed'] as const
export const middle = (results: Result[]) =>
  Object.fromEntries(FIGURES.map((figure) => [figure, median(results.map((result) => result[figure]))])) as unknown as Result

export const n = (value: number, digits = 0) => value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
export const cpu = ({ server, database }: Result) => `${n(server, 2)} + ${n(database, 2)}`
export const percent = (a: number, b: number) => `${n((a / b) * 100)}%`
