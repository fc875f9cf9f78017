/** What is right: each kind of question against answers that are right, nearly right, empty, and not of it. */
import { expect } from 'chai'
import { QuestionInput } from '../contract.ts'
import { asked, checkAnswer, isRight, shuffled, solutionOf } from '../server/service/solutions.ts'

const make = (input: unknown) => solutionOf(QuestionInput.parse(input))
const optionsOf = (solution: ReturnType<typeof make>) => ('options' in solution ? solution.options.map(({ id }) => id) : [])

describe('solutions', () => {
  it('one, several, true or false', () => {
    const one = make({
      question_type: 'single_choice',
      statement: '?',
      options: [
        { value: 'a', correct: true },
        { value: 'b', correct: false },
      ],
    })
    const [a, b] = optionsOf(one) as [number, number]
    expect([isRight(one, { selected_options: [a] }), isRight(one, { selected_options: [b] }), isRight(one, {}), isRight(one, null)]).to.deep.equal([
      true,
      false,
      false,
      false,
    ])
    expect(() => checkAnswer(one, { selected_options: [a, b] })).to.throw('Some fields')
    expect(() => checkAnswer(one, { selected_options: [a + b + 1] })).to.throw('Some fields')
    const many = make({ question_type: 'multiple_choice', statement: '?', options: ['a', 'b', 'c'].map((value) => ({ value, correct: value !== 'c' })) })
    const ids = optionsOf(many)
    expect(isRight(many, { selected_options: [ids[1]!, ids[0]!] })).to.equal(true)
    expect(isRight(many, { selected_options: [ids[0]!] }), 'not all').to.equal(false)
    expect(isRight(many, { selected_options: ids }), 'one too many').to.equal(false)
    expect(() => checkAnswer(many, { selected_options: [ids[0]!, ids[0]!] }), 'twice').to.throw('Some fields')
    const truth = make({ question_type: 'true_false', statement: '?', is_true: false })
    expect(isRight(truth, { selected_options: [optionsOf(truth)[1]!] })).to.equal(true)
  })

  it('words: case, spaces and letters that look alike do not matter, unless they do', () => {
    const word = make({ question_type: 'short_text', statement: '?', accepted: ['Bisque firing', 'Biscuit'] })
    for (const text of ['bisque firing', '  BISQUE   FIRING ', 'ｂiscuit']) expect(isRight(word, { text }), text).to.equal(true)
    for (const text of ['bisquefiring', 'glaze firing', '', '   ']) expect(isRight(word, { text }), text).to.equal(false)
    const exact = make({ question_type: 'short_text', statement: '?', accepted: ['NaCl'], case_sensitive: true })
    expect([isRight(exact, { text: 'NaCl' }), isRight(exact, { text: 'nacl' })]).to.deep.equal([true, false])
  })

  it('numbers within their tolerance, and not a hair beyond', () => {
    const cone = make({ question_type: 'number', statement: '?', value: 0.3, tolerance: 0 })
    expect(isRight(cone, { number: 0.1 + 0.2 }), 'what binary fractions lose').to.equal(true)
    expect(isRight(cone, { number: 0.3001 })).to.equal(false)
    const heat = make({ question_type: 'number', statement: '?', value: 1240, tolerance: 10 })
    expect([1230, 1250, 1229.9, 1250.1, null].map((number) => isRight(heat, { number }))).to.deep.equal([true, true, false, false, false])
  })

  it('order and pairs; the same words may stand for each other', () => {
    const steps = make({ question_type: 'order', statement: '?', options: ['wedge', 'centre', 'wait', 'open', 'wait'].map((value) => ({ value })) })
    const ids = optionsOf(steps)
    expect(isRight(steps, { selected_options: ids })).to.equal(true)
    expect(isRight(steps, { selected_options: [ids[0]!, ids[1]!, ids[4]!, ids[3]!, ids[2]!] }), 'two waits').to.equal(true)
    expect(isRight(steps, { selected_options: [...ids].reverse() })).to.equal(false)
    expect(isRight(steps, { selected_options: ids.slice(1) })).to.equal(false)
    const pairs = make({
      question_type: 'match',
      statement: '?',
      pairs: [
        ['ash', 'green'],
        ['iron', 'brown'],
        ['rust', 'brown'],
      ].map(([left, right]) => ({ left, right })),
    })
    if (pairs.type !== 'match') throw new Error()
    const [l, r] = [pairs.options.map(({ id }) => id), pairs.targets.map(({ id }) => id)]
    expect(
      isRight(pairs, {
        pairs: [
          [l[0]!, r[0]!],
          [l[1]!, r[2]!],
          [l[2]!, r[1]!],
        ],
      }),
      'either brown',
    ).to.equal(true)
    expect(
      isRight(pairs, {
        pairs: [
          [l[0]!, r[1]!],
          [l[1]!, r[0]!],
          [l[2]!, r[2]!],
        ],
      }),
    ).to.equal(false)
    expect(() => checkAnswer(pairs, { pairs: [[l[0]!, l[1]!]] })).to.throw('Some fields')
  })

  it('an essay is read by somebody, but not an empty one', () => {
    const essay = make({ question_type: 'essay', statement: '?' })
    expect([isRight(essay, { text: 'Because.' }), isRight(essay, { text: ' ' }), isRight(essay, null)]).to.deep.equal([null, false, false])
  })

  it('what is asked says nothing of what is right, by its words or by its ids', () => {
    const steps = Array.from({ length: 12 }, (_, at) => ({ value: `step ${at}` }))
    const order = make({ question_type: 'order', statement: '?', options: steps })
    const shown = asked(order, null, { seed: 7, isShuffled: false, revealed: false })
    expect(shown.options.map(({ value }) => value)).to.not.deep.equal(steps.map(({ value }) => value))
    expect(optionsOf(order), 'ids in no order').to.not.deep.equal([...optionsOf(order)].sort((a, b) => a - b))
    for (const input of [
      { question_type: 'number', statement: '?', value: 4711 },
      { question_type: 'short_text', statement: '?', accepted: ['4711'] },
      {
        question_type: 'single_choice',
        statement: '?',
        options: [
          { value: 'a', correct: true },
          { value: 'b', correct: false },
        ],
      },
    ]) {
      const text = JSON.stringify(asked(make(input), null, { seed: 1, isShuffled: true, revealed: false }))
      expect(text).to.not.match(/4711|true/)
      expect(JSON.stringify(asked(make(input), null, { seed: 1, isShuffled: true, revealed: true }))).to.match(/4711|true/)
    }
  })

  it('shuffles alike for the same try, and fairly', () => {
    expect(shuffled([1, 2, 3, 4, 5], 42)).to.deep.equal(shuffled([1, 2, 3, 4, 5], 42))
    const first = [0, 0, 0]
    for (let seed = 0; seed < 3_000; seed++) first[shuffled([0, 1, 2], seed * 7919)[0]!]!++
    for (const times of first) expect(times).to.be.within(850, 1150)
  })
})
