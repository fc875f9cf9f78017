/** What stands for a face without a picture, in every script. */
import { expect } from 'chai'
import { initialsOf } from '../../sdk/core/rules/faces.ts'

describe('initials', () => {
  for (const [name, initials] of [
    ['Marit Solheim', 'MS'],
    ['marit von der solheim', 'MS'],
    ['Nell', 'N'],
    ['ßen Groß', 'ßG'],
    ['🇧🇷 Bruno', '🇧🇷B'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['"Bob" (he)', 'BH'],
    ['李 小龍', '李小'],
    ['E\u0301mile Zola', 'E\u0301Z'],
    ['ﬁona 2nd', 'ﬁ2'],
    ['(…) —', ''],
    ['', ''],
  ])
    it(`of ${name || 'nobody'}`, () => expect(initialsOf(name!)).to.equal(initials))
})
