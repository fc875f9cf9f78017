/** Runs ffmpeg and ffprobe: found when the server starts, at low priority, without our environment, and never longer than allowed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { REASONS } from '../../contract.ts'

const TOOLS = ['ffmpeg', 'ffprobe'] as const
export type Tool = (typeof TOOLS)[number]
/** Lower priority than the server, so that requests are answered first. */
const NICE = 15
const STDERR_BYTES = 2_000

/** Why a file stays as it is; anything else that goes wrong is tried again. */
export class MediaProblem extends Error {
  readonly reason: (typeof REASONS)[number]
  constructor(reason: (typeof REASONS)[number], detail?: string) {
    super(detail ? `${reason}: ${detail}` : reason)
    this.reason = reason
  }
}

let found: Partial<Record<Tool, string>> = {}
/** @param searchPath folders as in the variable PATH */
export function findTools(searchPath = process.env.PATH ?? ''): void {
  found = {}
  for (const tool of TOOLS)
    for (const folder of searchPath.split(path.delimiter).filter(Boolean)) {
      const file = path.join(folder, tool)
      try {
        accessSync(file, constants.X_OK)
        found[tool] = file
        break
      } catch {}
    }
}
export const missingTools = (): Tool[] => TOOLS.filter((tool) => !found[tool])

const running = new Set<ChildProcess>()
/** Ends what runs; the jobs behind it are tried again by the next process. */
export function stopTools(): void {
  for (const child of running) child.kill('SIGKILL')
}

export interface RunOptions {
  /** Where it works. */
  folder: string
  /** Moment after which it is ended, in the milliseconds of `performance.now()`. */
  until: number
  signal?: AbortSignal
  onLine?: (line: string) => void
  onData?: (bytes: Buffer) => void
}

/** Returns what it printed, unless that was read on the way. @throws MediaProblem `tools_missing`, `unreadable`, `timeout`, `cancelled`; Error when it was ended from outside */
export function run(tool: Tool, args: string[], { folder, until, signal, onLine, onData }: RunOptions): Promise<string> {
  const file = found[tool]
  if (!file) return Promise.reject(new MediaProblem('tools_missing'))
  if (signal?.aborted) return Promise.reject(new MediaProblem('cancelled'))
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(file, args, { cwd: folder, env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let problem: MediaProblem | null = null
  const end = (reason: MediaProblem) => {
    problem ??= reason
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => end(new MediaProblem('timeout')), Math.max(0, until - performance.now()))
  const cancel = () => end(new MediaProblem('cancelled'))
  signal?.addEventListener('abort', cancel)
  let out = ''
  let complaint = ''
  child.stdout.on('data', (bytes: Buffer) => {
    if (onData) return onData(bytes)
    out += bytes
    if (!onLine) return
    const lines = out.split('\n')
    out = lines.pop()!
    lines.forEach(onLine)
  })
  child.stderr.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes).slice(-STDERR_BYTES)
  })
  child.once('spawn', () => {
    try {
      os.setPriority(child.pid!, NICE)
    } catch {
      // the process has ended already
    }
  })
  const settle = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    running.delete(child)
  }
  child.once('error', (error) => {
    settle()
    reject(error)
  })
  child.once('close', (code, ended) => {
    settle()
    if (problem) reject(problem)
    else if (code === 0) resolve(out)
    else if (ended) reject(new Error(`${tool} was ended by ${ended}`))
    else reject(new MediaProblem('unreadable', complaint.trim()))
  })
  return promise
}
