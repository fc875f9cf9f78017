/** Handlers of questions, what is written under them, and the stage. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { decide, pin, vote } from '../service/answering.ts'
import { ask, deleteQuestion, listQuestions, reword, showQuestion } from '../service/questions.ts'
import { deleteReply, listReplies, reply, rewordReply, showReply } from '../service/replies.ts'
import { addItem, changeItem, deleteItem, listStage, showItem, spotlight } from '../service/stage.ts'

export const questionHandlers = {
  questions: (ctx, { params, query }) => listQuestions(ctx, params.id, query),
  createQuestion: (ctx, { params, body }) => ask(ctx, params.id, body.question),
  question: (ctx, { params }) => showQuestion(ctx, params.id, params.questionId),
  updateQuestion: (ctx, { params, body }) => reword(ctx, params.id, params.questionId, body.question.text),
  destroyQuestion: (ctx, { params }) => deleteQuestion(ctx, params.id, params.questionId),
  approveQuestion: (ctx, { params }) => decide(ctx, params.id, params.questionId, 'approve'),
  dismissQuestion: (ctx, { params }) => decide(ctx, params.id, params.questionId, 'dismiss'),
  answerQuestion: (ctx, { params }) => decide(ctx, params.id, params.questionId, 'answer'),
  bringBackQuestion: (ctx, { params }) => decide(ctx, params.id, params.questionId, 'bring_back'),
  upvoteQuestion: (ctx, { params }) => vote(ctx, params.id, params.questionId, true),
  withdrawVote: (ctx, { params }) => vote(ctx, params.id, params.questionId, false),
  spotlightQuestion: (ctx, { params }) => spotlight(ctx, params.id, params.questionId, true),
  endSpotlight: (ctx, { params }) => spotlight(ctx, params.id, params.questionId, false),
  pinQuestion: (ctx, { params }) => pin(ctx, params.id, params.questionId, true),
  unpinQuestion: (ctx, { params }) => pin(ctx, params.id, params.questionId, false),
  replies: (ctx, { params }) => listReplies(ctx, params.id, params.questionId),
  createReply: (ctx, { params, body }) => reply(ctx, params.id, params.questionId, body.reply.text),
  reply: (ctx, { params }) => showReply(ctx, params.id, params.questionId, params.replyId),
  updateReply: (ctx, { params, body }) => rewordReply(ctx, params.id, params.questionId, params.replyId, body.reply.text),
  destroyReply: (ctx, { params }) => deleteReply(ctx, params.id, params.questionId, params.replyId),

  stageItems: (ctx, { params }) => listStage(ctx, params.id),
  createStageItem: (ctx, { params, body }) => addItem(ctx, params.id, body.spotlight_item),
  stageItem: (ctx, { params }) => showItem(ctx, params.id, params.itemId),
  updateStageItem: (ctx, { params, body }) => changeItem(ctx, params.id, params.itemId, body.spotlight_item),
  destroyStageItem: (ctx, { params }) => deleteItem(ctx, params.id, params.itemId),
} satisfies Partial<Handlers<typeof contract>>
