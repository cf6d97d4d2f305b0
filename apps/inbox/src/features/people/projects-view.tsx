import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { NotReady } from '../../design/not-ready.tsx';
import { useToast } from '../../design/toast.tsx';
import { nameLengthMax } from './name-length-max.ts';
import { useChange, useProjects } from './people-queries.ts';
import { ProjectPanel } from './project-panel.tsx';
import { usePeopleTexts } from './use-people-texts.ts';

export function ProjectsView() {
  const texts = usePeopleTexts();
  const projects = useProjects();
  const [isAdding, setIsAdding] = useState(false);
  if (!projects.data) return <NotReady query={projects} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-soft">{texts.recorded}</p>
        <Button look="primary" icon="plus" onClick={() => setIsAdding(true)}>
          {texts.addProject}
        </Button>
      </div>
      {projects.data.map((project) => (
        <ProjectPanel key={project.project_id} project={project} />
      ))}
      {isAdding ? <AddProjectDialog onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}

function AddProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = usePeopleTexts();
  const { api } = useSession();
  const say = useToast();
  const [name, setName] = useState('');
  const add = useChange(
    () => api.call('createProject', { body: { name: name.trim() } }),
    (project) => {
      say(texts.projectAdded(project.name));
      onClose();
    },
  );
  return (
    <Dialog
      title={texts.addProject}
      onClose={onClose}
      footer={
        <>
          <Button look="primary" type="submit" form="add-project" disabled={name.trim() === '' || add.isPending}>
            {texts.addProject}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      <form
        id="add-project"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(undefined);
        }}
      >
        <Field label={texts.name} hint={texts.projectNameHint} error={add.error?.message}>
          {(wiring) => (
            <Input
              {...wiring}
              autoFocus
              required
              maxLength={nameLengthMax}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
