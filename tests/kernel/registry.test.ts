/** What plugins bring to the points of others speaks as the plugin that brought it, whoever asks. */
import { expect } from 'chai'
import { globSync } from 'node:fs'
import path from 'node:path'
import type { Contract, point } from '@atrium/sdk'
import { boundTo } from '@atrium/sdk/server'
import { type LoadedPlugin, Registry } from '../../kernel/registry.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** A request as some plugin sees it. */
const seenBy = (plugin: string) => ({ plugin, emit: () => {}, as: seenBy, t: (key: string) => `${plugin} says ${key}` })

describe('points', () => {
  it('hand over functions that see the request as their own plugin does, at every point there is', async () => {
    const files = globSync(['plugins/*/contract.ts', 'sdk/kernel/*/contract.ts'], { cwd: ROOT })
    const contracts = await Promise.all(files.map(async (file) => ((await import(path.join(ROOT, file))) as { default: Contract }).default))
    const points = contracts.flatMap(({ points = {} }) => Object.values(points))
    expect(points.length).to.be.above(30)
    const brought = { speak: (ctx: any, key: string) => ctx.t(key), parts: [{ speak: async (ctx: any) => ctx.plugin }] }
    const guest = {
      manifest: { id: 'guest' },
      contract: { id: 'guest' },
      server: { contributes: points.map((at) => ({ point: at, value: brought })) },
    } as unknown as LoadedPlugin
    const registry = new Registry([guest], contracts)
    for (const at of points) {
      const [{ plugin, value }] = registry.filled(at as ReturnType<typeof point<typeof brought>>) as [{ plugin: string; value: typeof brought }]
      expect(plugin, `${at.plugin}.${at.name}`).to.equal('guest')
      expect(value.speak(seenBy(at.plugin), 'hello')).to.equal('guest says hello')
      expect(await value.parts[0]!.speak(seenBy(at.plugin))).to.equal('guest')
    }
  })

  it('leave alone what takes no request, and what is no plain data', () => {
    class Lathe {
      turns = 5
    }
    const lathe = new Lathe()
    const bound = boundTo('guest', { half: (n: number) => n / 2, lathe, text: 'x', none: null, list: [1] })
    expect(bound.half(8)).to.equal(4)
    expect(bound.lathe).to.equal(lathe)
    expect(bound).to.include({ text: 'x', none: null })
    expect(bound.list).to.deep.equal([1])
  })
})
