// What the other player asks: a change of rules or a take-back, with its summary, its conflicts, and the time
// that is left to answer.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { secondsLeft } from "../../net/time";
import type { Question } from "../../store/view";
import { Button } from "../../ui/Button";
import { usage } from "../../rules/presets";
import { Layer } from "../../ui/Layer";
import type { Decision } from "../../wire/messages";
import type { ActivePreset, Json } from "../../wire/types";
import { sentence } from "./useRoom";

interface QuestionDialogProps {
  /** One question, or presets and profiles that were proposed together. */
  questions: readonly Question[];
  /** How far the server's clock is ahead of this window's time. */
  ahead: number | null;
  nameOf(id: string): string;
  describe(id: string): string;
  onAnswer(decision: Decision): void;
  onClose(): void;
}

export function QuestionDialog({ questions, ahead, nameOf, describe, onAnswer, onClose }: QuestionDialogProps): JSX.Element {
  return (
    <Layer title={titleOf(questions)} onClose={onClose} testId="proposal" footer={
      <>
        <span class="countdown"><Countdown until={Math.min(...questions.map((question) => question.expiresAt))} ahead={ahead} /></span>
        <Button onClick={() => onAnswer("reject")} testId="reject">Decline</Button>
        <Button kind="primary" onClick={() => onAnswer("approve")} testId="approve">Accept</Button>
      </>
    }>
      {questions.map((question) => <Asking key={question.proposalId} question={question} nameOf={nameOf} describe={describe} />)}
      {questions.some((question) => question.type !== "takeback.proposal-pending") && (
        <p class="muted small">If you accept, {questions.length > 1 ? "all of this" : "this"} holds from the next turn.</p>
      )}
    </Layer>
  );
}

function Asking({ question, nameOf, describe }: { question: Question; nameOf(id: string): string; describe(id: string): string }): JSX.Element {
  if (question.type === "takeback.proposal-pending") {
    return <p>{question.plies === 1 ? "The last move" : `The last ${question.plies} moves`} would be taken back, with all that happened since.</p>;
  }
  return (
    <>
      <p class="summary" data-testid="summary">{sentence(question.summary)}</p>
      <p class="muted small">In force then:</p>
      <Candidate presets={question.presets} profiles={question.profiles} nameOf={nameOf} describe={describe} />
      {question.problems.length > 0 && (
        <ul class="problems" data-testid="conflicts">
          {question.problems.map((problem, index) => <li key={index} class={problem.severity}>{problem.message}</li>)}
        </ul>
      )}
    </>
  );
}

function titleOf(questions: readonly Question[]): string {
  const who = questions[0]?.proposedBy === "white" ? "White" : "Black";
  if (questions.length > 1) return `${who} proposes other rules`;
  if (questions[0]?.type === "takeback.proposal-pending") return `${who} asks to take back`;
  return questions[0]?.type.startsWith("presets") ? `${who} proposes other presets` : `${who} proposes other profiles`;
}

function Candidate({ presets, profiles, nameOf, describe }: { presets?: ActivePreset[]; profiles?: Json[]; nameOf(id: string): string; describe(id: string): string }): JSX.Element {
  return (
    <ul class="candidate">
      {presets?.map((preset) => (
        <li key={preset.id}>
          <strong>{nameOf(preset.id)}</strong>{usage(preset)}
          {describe(preset.id) && <div class="muted small">{describe(preset.id)}</div>}
        </li>
      ))}
      {profiles?.map((profile) => (
        <li key={String(profile["id"])}>
          <strong>{String(profile["name"] ?? profile["id"])}</strong>
          {profile["description"] ? <div class="muted small">{String(profile["description"])}</div> : null}
        </li>
      ))}
      {presets?.length === 0 && <li class="muted">No presets</li>}
      {profiles?.length === 0 && <li class="muted">No profiles</li>}
    </ul>
  );
}

/** The seconds that are left until a moment of the server. */
export function Countdown({ until, ahead }: { until: number; ahead: number | null }): JSX.Element {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return <span data-testid="countdown">{secondsLeft(until, ahead, now)} s left</span>;
}
