/** Marks: what a stored text draws, which shapes there are, and that every icon and emoji exists. */
import { expect } from 'chai'
import { formatMark, MARK_COLOURS, MARK_SHAPES, markText, parseMark, shapesOf } from '../../sdk/core/marks.ts'
import { emojiData } from '../../sdk/vite/emoji.ts'
import { iconSprite } from '../../sdk/vite/icons.ts'
import { markIcons } from '../../sdk/web/markIcons.ts'

describe('marks', () => {
  it('come back from their text as they went in', () => {
    for (const text of ['🔥', '👩‍🚀', 'icon:dark:anchor', 'icon:light:arrow-up-right', 'shape:heart:cyan:gradient-2', 'shape:circle:grey-1000:plain']) {
      const mark = parseMark(text)
      expect(mark && formatMark(mark), text).to.equal(text)
    }
  })
  it('are nothing where they name what does not exist', () => {
    const wrong = [
      ...['', 'icon:anchor', 'icon:dark:', 'icon:blue:anchor', 'icon:dark:../x', 'icon:dark:a:b', 'icon:dark:"><script>', 'shape:blob:red:plain'],
      ...[
        'shape:heart:pink:plain',
        'shape:heart:red:shiny',
        'shape:heart:aquamarine:gradient',
        'shape:star:cyan:gradient-2',
        'shape:star:toString:plain',
        'shape:star:red:plain:x',
      ],
    ]
    expect(wrong.filter((text) => parseMark(text) !== null)).to.deep.equal([])
    expect([markText('🔥'), markText('icon:dark:anchor'), markText(null)]).to.deep.equal(['🔥', '', ''])
  })
  it('have six shapes in 24 colours and three variants, with the two exceptions of the hearts', () => {
    expect(Object.keys(MARK_COLOURS)).to.have.length(24)
    for (const shape of MARK_SHAPES) expect(shapesOf(shape), shape).to.have.length(72)
    const hearts = shapesOf('heart').map(({ colour, variant }) => `${colour}-${variant}`)
    expect(hearts).to.include.members(['cyan-gradient', 'cyan-gradient-2', 'aquamarine-plain', 'aquamarine-light']).and.not.include('aquamarine-gradient')
    expect(shapesOf('star').map(({ colour, variant }) => `${colour}-${variant}`)).to.include('aquamarine-gradient')
    for (const shape of MARK_SHAPES) for (const one of shapesOf(shape)) expect(formatMark({ kind: 'shape', shape, ...one }).length).to.be.at.most(40)
  })
  it('have about 250 outline icons, each drawn in the sprite', async () => {
    expect(new Set(markIcons).size).to.equal(markIcons.length).and.to.be.within(240, 270)
    const sprite = await iconSprite(markIcons)
    expect(sprite.match(/<symbol /g)).to.have.length(markIcons.length)
  })
  it('have emoji in both languages that reactions take', async () => {
    for (const locale of ['en', 'pt'] as const) {
      const { emojis, categories } = JSON.parse(await emojiData(locale))
      const all = emojis.flatMap(([emoji, , , , skins = []]: [string, number, string, string, string[]?]) => [emoji, ...skins])
      expect(all.filter((emoji: string) => !/^\p{RGI_Emoji}$/v.test(emoji))).to.deep.equal([])
      expect(emojis.length).to.be.above(1_800)
      expect(new Set(categories.map(({ index }: { index: number }) => index))).to.include.keys([...new Set(emojis.map((row: [string, number]) => row[1]))])
    }
  })
})
