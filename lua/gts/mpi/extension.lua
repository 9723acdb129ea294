--- MPI: jobs, and the analysis of one game, by the ranks of a job on many machines.

return {
  interface = 1,
  pages = { { name = "clusters", kind = "howto", after = "parallel" } },
  synonyms = { { "clusters", "mpi", "slurm", "supercomputer" } },
  ranks = {
    { name = "mpi", module = "gts.mpi", as = "the module gts.mpi",
      help = "the module gts.mpi: all its ranks do the work, with folder or by jobs",
      flag = "all ranks of mpirun do the work, with --folder or by jobs; the default under Open MPI and MPICH",
      launched = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE" } },
  },
  libraries = { { name = "MPI", module = "gts.mpi_core" } },
}
