-- What an integration asks event data to carry in addition (N1). The sealed configuration says it too; statements read it here.
ALTER TABLE integrations ADD COLUMN include text[] NOT NULL DEFAULT '{}';
