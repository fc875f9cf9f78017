/** What the closing lines of a run say, and when they make it red. */
import { expect } from 'chai'
import { causeOf, isTooUnstable, overBudget } from '../support/reporter.ts'

describe('reporter', () => {
  it('sums the files of a plugin, and names those over the budget', () => {
    const files = {
      'plugins/posts/tests/posts.test.ts': 40,
      'plugins/posts/tests/conformance.test.ts': 30,
      'plugins/polls/tests/polls.test.ts': 60,
      'tests/kernel/http.test.ts': 90,
    }
    expect(overBudget(files, 60)).to.deep.equal({ posts: 70 })
  })

  it('lets pass three that failed by luck, and neither a fourth nor the same one twice', () => {
    expect(isTooUnstable(['a', 'b', 'c'])).to.equal(false)
    expect(isTooUnstable(['a', 'b', 'c'], ['d'])).to.equal(false)
    expect(isTooUnstable(['a', 'b', 'c', 'd'])).to.equal(true)
    expect(isTooUnstable(['a'], ['a'])).to.equal(true)
  })

  it('says a failure in one plain line', () => {
    expect(causeOf('a kiln fires', new Error('\u001b[31mexpected\u001b[39m 5\n   to equal 6'))).to.equal('a kiln fires: expected 5 to equal 6')
    expect(causeOf('a kiln', { message: 'x'.repeat(1_000) }).length).to.be.below(400)
    expect(causeOf('a kiln', {})).to.equal('a kiln: ')
  })
})
