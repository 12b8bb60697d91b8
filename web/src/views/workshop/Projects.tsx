// All projects of this browser: open one, begin another, remove what is not wanted any more.

import type { JSX } from "preact";

import * as books from "../../models/bookcase";
import { filled } from "../../models/project";
import { Button, IconButton } from "../../ui/Button";
import { Layer } from "../../ui/Layer";
import { toast } from "../../ui/Toast";
import { TEMPLATES } from "./templates";
import type { Desk } from "./use-project";

export function Projects({ desk, onClose }: { desk: Desk; onClose(): void }): JSX.Element {
  const { bookcase, arrange } = desk;
  const open = (number: number): void => {
    arrange((before) => books.withOpen(before, number));
    onClose();
  };
  const begin = (): void => {
    arrange((before) => books.withProject(before, { documents: [filled(TEMPLATES.variant, "variant", "my-variant")], active: 0 }));
    onClose();
  };
  const remove = (number: number): void => {
    const undo = { label: "Undo", run: () => arrange(() => bookcase) };
    arrange((before) => books.withoutProject(before, number));
    toast({ text: "The project is removed.", action: undo });
  };
  return (
    <Layer title="My projects" onClose={onClose} testId="my-projects" footer={<Button kind="primary" onClick={begin}>New project</Button>}>
      <ul class="project-list">
        {bookcase.projects.map((project, number) => (
          <li key={number} class={number === bookcase.open ? "is-open" : ""}>
            <button type="button" data-testid="project" onClick={() => open(number)}>
              <strong>{books.titleOf(project)}</strong>
              <span>{project.documents.map((draft) => draft.name).join(", ")}</span>
            </button>
            <IconButton label={`Remove ${books.titleOf(project)}`} disabled={bookcase.projects.length < 2} onClick={() => remove(number)}>×</IconButton>
          </li>
        ))}
      </ul>
    </Layer>
  );
}
