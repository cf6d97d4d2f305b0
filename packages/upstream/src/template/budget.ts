import { templateLimits } from './limits.ts';
import { templateFailure } from './template-failure.ts';

/** What one rendering may still cost. It is counted, so the same template with the same values always ends the same. */
export class Budget {
  #steps = 0;
  #iterations = 0;
  #outputLength = 0;

  step(cost = 1): void {
    this.#steps += cost;
    if (this.#steps > templateLimits.stepsMax)
      throw templateFailure(`The template takes more than ${templateLimits.stepsMax} steps. Give it less to do.`);
  }

  /** So many rounds of a loop are about to be made. */
  iterate(rounds: number): void {
    this.#iterations += rounds;
    if (this.#iterations > templateLimits.iterationsMax)
      throw templateFailure(`The loops of the template take more than ${templateLimits.iterationsMax} rounds.`);
  }

  /** Text of this length is about to be made or read. */
  text(length: number): void {
    if (length > templateLimits.outputLengthMax) throw tooLong();
    this.step(Math.ceil(length / templateLimits.charactersPerStep));
  }

  /** Text of this length becomes part of what is rendered. */
  output(length: number): void {
    this.#outputLength += length;
    if (this.#outputLength > templateLimits.outputLengthMax) throw tooLong();
  }
}

function tooLong(): Error {
  return templateFailure(`The template makes more than ${templateLimits.outputLengthMax} characters. Give it less.`);
}
