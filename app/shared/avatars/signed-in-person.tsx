import { Skeleton } from "~/ui/skeleton.tsx";
import { fullName } from "../display-name.ts";
import { useProfile } from "../use-profile.ts";
import { PersonAvatar } from "./person-avatar.tsx";

type Props = {
  user: { id: string; email?: string | undefined };
  /** For the name. */
  className: string;
};

/** The picture and the name of the person who is signed in. Their place is quiet until the name is known. */
export function SignedInPerson({ user, className }: Props) {
  const profile = useProfile(user.id);
  const name = fullName(profile.data, user.email);
  return (
    <>
      {profile.isPending ? (
        <Skeleton className="size-6 shrink-0 rounded-full" />
      ) : (
        <PersonAvatar userId={user.id} name={name} size={24} />
      )}
      <span className={className}>{profile.isPending ? <Skeleton className="w-24" /> : name}</span>
    </>
  );
}
