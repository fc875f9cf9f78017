/** Debian's ffmpeg, for what needs pictures to be drawn anew: looked up in PATH when it is needed, run without our environment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { MediaRefusal } from './engine.ts'

const COMPLAINT_BYTES = 2_000

/** @throws MediaRefusal `ffmpeg_missing` */
export function findTool(name: 'ffmpeg' | 'ffprobe', searchPath = process.env.PATH ?? ''): string {
  for (const folder of searchPath.split(path.delimiter).filter(Boolean)) {
    const file = path.join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // in another folder, or nowhere
    }
  }
  throw new MediaRefusal('ffmpeg_missing')
}

export interface Tool {
  child: ChildProcess
  /** What it printed; fails with what it complained of. */
  done: Promise<string>
}

/** @param nice how far others go first, 0 to 19. @throws MediaRefusal `ffmpeg_missing` */
export function runTool(name: 'ffmpeg' | 'ffprobe', args: string[], { folder, nice, input = false }: { folder: string; nice: number; input?: boolean }): Tool {
  const child = spawn(findTool(name), args, { cwd: folder, env: { PATH: process.env.PATH }, stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'] })
  let out = ''
  let complaint = ''
  child.stdout?.on('data', (bytes: Buffer) => {
    out += bytes
  })
  child.stderr?.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes).slice(-COMPLAINT_BYTES)
  })
  child.once('spawn', () => {
    try {
      os.setPriority(child.pid!, nice)
    } catch {
      // the process has ended already
    }
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.once('error', reject)
  child.once('close', (code, signal) => (code === 0 ? resolve(out) : reject(new Error(`${name} ended with ${signal ?? code}: ${complaint.trim()}`))))
  return { child, done: promise }
}
