/** How work grows with its input, whatever the machine: a limit of seconds would measure the machine. */

/** Times below this are as good as none; it keeps the noise of the clock out of the ratio. */
const FLOOR_MS = 5

/** Processor time in ms, the best of three, so that what else runs on the machine is not meant. */
async function best(run: () => unknown): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < 3; n++) {
    const start = process.cpuUsage()
    await run()
    took.push(process.cpuUsage(start).user / 1_000)
  }
  return Math.min(...took)
}

/** How many times longer `run` takes for an input eight times as large: at most about 8 where the work is linear, 64 where it is a square. */
export async function growth(size: number, run: (size: number) => unknown): Promise<number> {
  return ((await best(() => run(size * 8))) + FLOOR_MS) / ((await best(() => run(size))) + FLOOR_MS)
}
/** Above what noise makes of 8, far below a square's 64. */
export const LINEAR = 20
